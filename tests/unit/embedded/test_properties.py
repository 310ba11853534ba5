"""The broker's settings: alone or one of three, in a form that Java reads."""

import pathlib

from tickwheel.embedded.nodes import Door, Node
from tickwheel.embedded.properties import render, server_properties

ALONE = [Node(1, 9001, 9002)]
THREE = [Node(1, 9001, 9002), Node(2, 9003, 9004), Node(3, 9005, 9006)]


def settings(nodes: list[Node], **extra: str) -> dict[str, str]:
    return server_properties(nodes[0], nodes, pathlib.Path("/data"), "PLAINTEXT", extra)


def test_a_broker_alone_replicates_nothing() -> None:
    alone = settings(ALONE)
    assert (alone["default.replication.factor"], alone["min.insync.replicas"]) == ("1", "1")
    assert alone["transaction.state.log.replication.factor"] == "1"


def test_three_brokers_keep_three_copies_and_need_two() -> None:
    one_of_three = settings(THREE)
    assert (one_of_three["default.replication.factor"], one_of_three["min.insync.replicas"]) == ("3", "2")
    assert one_of_three["transaction.state.log.min.isr"] == "2"
    assert one_of_three["controller.quorum.voters"] == "1@127.0.0.1:9002,2@127.0.0.1:9004,3@127.0.0.1:9006"


def test_it_listens_on_loopback_only() -> None:
    assert settings(ALONE)["listeners"] == "CLIENT://127.0.0.1:9001,CONTROLLER://127.0.0.1:9002"


def test_clients_of_a_door_are_sent_to_the_port_in_front_of_it() -> None:
    properties = settings([Node(1, 9001, 9002, (Door("ZONE_A", 9003, 9004),))])
    assert "ZONE_A://127.0.0.1:9003" in properties["listeners"]
    assert properties["advertised.listeners"] == "CLIENT://127.0.0.1:9001,ZONE_A://127.0.0.1:9004"
    assert "ZONE_A:PLAINTEXT" in properties["listener.security.protocol.map"]


def test_it_remembers_for_ever_how_far_a_group_has_read() -> None:
    assert int(settings(ALONE)["offsets.retention.minutes"]) > 60 * 24 * 365 * 1_000


def test_settings_of_the_caller_win() -> None:
    assert settings(ALONE, **{"num.io.threads": "1"})["num.io.threads"] == "1"


def test_a_path_beyond_ascii_is_escaped_as_java_reads_it() -> None:
    text = render({"log.dirs": 'C:\\jürgens "data" ☃'})
    assert text == 'log.dirs=C:\\\\j\\u00fcrgens "data" \\u2603\n'
