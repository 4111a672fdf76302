package dev.hyperterse.cli.command.option;

import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.compiler.platform.InvalidFragments;
import dev.hyperterse.compiler.platform.Platform;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;

/** A file with the fragments of the platform, as they are in the value {@code platform} of the operator's chart. */
public final class PlatformOption {
    public static final String NAME = "--platform";

    private PlatformOption() {}

    public static OptionSpec spec() {
        return spec(NAME, "merge the servers with these fragments of the platform");
    }

    public static OptionSpec spec(String name, String description) {
        return Specs.option(description, "FILE", name);
    }

    public static Optional<Platform> read(ParseResult arguments) {
        return read(arguments, NAME);
    }

    /** Empty where it is not given, or has no fragments. */
    public static Optional<Platform> read(ParseResult arguments, String name) {
        return Specs.given(arguments, name).flatMap(file -> read(name, Path.of(file)));
    }

    private static Optional<Platform> read(String name, Path file) {
        try {
            return Platform.of(Files.readString(file));
        } catch (InvalidFragments invalid) {
            throw new CommandFailure(ExitCode.PROBLEMS, "%s %s: %s".formatted(name, file, invalid.getMessage()));
        } catch (IOException unreadable) {
            throw new CommandFailure(ExitCode.UNAVAILABLE, "%s %s: file cannot be read".formatted(name, file));
        }
    }
}
