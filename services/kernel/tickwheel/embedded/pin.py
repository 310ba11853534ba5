"""Rewrites the lock file from the Maven dependency graph: for maintainers, when the Kafka version changes."""

import hashlib
import pathlib
import tempfile

import jgo
import jgo.maven

from tickwheel.embedded import lockfile

KAFKA_VERSION = "4.3.1"
# Kafka brings slf4j's API without a binding; without one the broker is silent when it fails.
ENDPOINT = f"org.apache.kafka:kafka_2.13:{KAFKA_VERSION}+org.slf4j:slf4j-simple:1.7.36"


def main() -> None:
    target = pathlib.Path(__file__).with_name(lockfile.LOCK_NAME)
    with tempfile.TemporaryDirectory() as folder:
        jars = tuple(_pin(artifact, pathlib.Path(folder)) for artifact in jgo.resolve(ENDPOINT))
    target.write_text(lockfile.render(jars), "utf-8")


def _pin(resolved: jgo.maven.Artifact, folder: pathlib.Path) -> lockfile.Jar:
    # A repository cache of its own: a jar that some other build left behind is not what we pin.
    context = jgo.maven.MavenContext(repo_cache=folder)
    component = context.project(resolved.groupId, resolved.artifactId).at_version(resolved.version)
    content = component.artifact().resolve().read_bytes()
    digest = hashlib.sha256(content).hexdigest()
    return lockfile.Jar(resolved.groupId, resolved.artifactId, resolved.version, digest, len(content))


if __name__ == "__main__":
    main()
