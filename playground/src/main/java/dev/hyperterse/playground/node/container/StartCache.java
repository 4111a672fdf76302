package dev.hyperterse.playground.node.container;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The ahead-of-time cache that a JVM started from: others of the same class path and JDK can start from it as well. */
public final class StartCache {
    private static final String OPTION = "-XX:AOTCache=";

    private StartCache() {}

    /** The launcher of the command line has one; an IDE or a test has none. */
    public static Optional<Path> ofThisJvm() {
        return in(ManagementFactory.getRuntimeMXBean().getInputArguments());
    }

    static List<String> optionsOfThisJvm() {
        return ofThisJvm().map(StartCache::options).orElseGet(List::of);
    }

    static Optional<Path> in(List<String> arguments) {
        return arguments.stream()
                .filter(argument -> argument.startsWith(OPTION))
                .map(argument -> Path.of(argument.substring(OPTION.length())))
                .filter(Files::isRegularFile)
                .findFirst();
    }

    /** The JVM options for which the cache was made. A cache that does not fit only makes the start slower. */
    public static List<String> options(Path cache) {
        return List.of(
                OPTION + cache,
                "-XX:+UseSerialGC",
                "-XX:+UseCompactObjectHeaders",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                // A cache that does not fit is no line of a log that holds JSON.
                "-Xlog:disable",
                "-Xlog:all=error:stderr");
    }
}
