"""What a service answers at /metrics, as numbers."""

import urllib.error
import urllib.request

from prometheus_client.parser import text_string_to_metric_families

from tickwheel.embedded.stack.member import Member

Samples = dict[tuple[str, frozenset[tuple[str, str]]], float]


def scrape(member: Member) -> Samples:
    with urllib.request.urlopen(f"http://127.0.0.1:{member.health_port}/metrics", timeout=10) as answer:
        text = answer.read().decode()
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def value(samples: Samples, name: str, **labels: str) -> float:
    """The sum over all samples of that name which have these labels."""
    return sum(
        number
        for (found, has), number in samples.items()
        if found == name and labels.items() <= dict(has).items()
    )


def status(member: Member, path: str) -> int:
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{member.health_port}{path}", timeout=10) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        return error.code
