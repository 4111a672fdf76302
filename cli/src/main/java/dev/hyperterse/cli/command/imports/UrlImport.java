package dev.hyperterse.cli.command.imports;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.catalog.UpstreamDefinition;
import dev.hyperterse.cli.client.McpAddress;
import dev.hyperterse.cli.command.option.HeaderOptions;
import dev.hyperterse.cli.command.option.Specs;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Logging;
import dev.hyperterse.cli.terminal.Terminal;
import dev.hyperterse.cli.upstream.ApprovedFile;
import dev.hyperterse.cli.upstream.DefinitionsFile;
import dev.hyperterse.cli.upstream.DocumentFile;
import dev.hyperterse.cli.upstream.FetchedDocument;
import dev.hyperterse.cli.upstream.UpstreamServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import picocli.CommandLine.ParseResult;

/** {@code import} of a URL: a file to approve, or the differences to one that was approved. */
record UrlImport(Terminal terminal, ParseResult arguments) {
    private static final Duration TIMEOUT = Duration.ofMinutes(1);

    ExitCode run(String source) {
        if (Specs.given(arguments, "--output").isPresent()
                && Specs.given(arguments, "--check").isPresent()) {
            throw new CommandFailure(
                    ExitCode.USAGE, "--output writes a file, and --check changes none: use one of them");
        }
        if (arguments.hasMatchedOption("--path") && !arguments.hasMatchedOption("--openapi")) {
            throw new CommandFailure(ExitCode.USAGE, "--path is of an OpenAPI document: add --openapi");
        }
        Logging.errorsForPeople();
        return arguments.hasMatchedOption("--openapi")
                ? run(DocumentFile::read, _ -> document(url(source)))
                : run(DefinitionsFile::read, approved -> definitions(McpAddress.withPath(url(source)), approved));
    }

    /** @param now what the server says, asked for what is approved */
    private <F extends ApprovedFile<F>> ExitCode run(Function<String, F> reader, Function<Optional<F>, F> now) {
        var approved = Specs.given(arguments, "--check").map(file -> read(file, reader));
        var found = now.apply(approved);
        if (approved.isPresent()) {
            var differences = approved.get().differences(found);
            differences.forEach(terminal.out()::println);
            return differences.isEmpty() ? ExitCode.OK : ExitCode.PROBLEMS;
        }
        Specs.given(arguments, "--output").ifPresentOrElse(file -> write(Path.of(file), found), () -> terminal.out()
                .print(found.text()));
        return ExitCode.OK;
    }

    private static URI url(String text) {
        try {
            return McpAddress.of(text)
                    .filter(it -> it.getHost() != null)
                    .orElseThrow(
                            () -> new CommandFailure(
                                    ExitCode.USAGE,
                                    "'" + text
                                            + "' is not the URL of a server, such as https://tickets.example.com/mcp, and no file or folder"));
        } catch (IllegalArgumentException malformed) {
            throw new CommandFailure(ExitCode.USAGE, "'" + text + "' is not a URL: " + malformed.getMessage());
        }
    }

    private DefinitionsFile definitions(URI url, Optional<DefinitionsFile> approved) {
        var kinds = approved.map(it -> it.lists().keySet()).orElse(EnumSet.allOf(UpstreamDefinition.class));
        try {
            return DefinitionsFile.of(new UpstreamServer(url, HeaderOptions.of(arguments)).definitions(kinds));
        } catch (CallFailure failed) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE,
                    "the definitions of %s cannot be listed: %s".formatted(url, failed.getMessage()));
        }
    }

    private DocumentFile document(URI url) {
        try {
            var published = new FetchedDocument(url, HeaderOptions.of(arguments), TIMEOUT);
            var paths = arguments.matchedOptionValue("--path", List.<String>of());
            return paths.isEmpty()
                    ? DocumentFile.read(published.text()).inLines()
                    : DocumentFile.whole(published.text()).cutTo(paths);
        } catch (CallFailure | IllegalArgumentException failed) {
            throw new CommandFailure(
                    ExitCode.UNAVAILABLE, "the document at %s cannot be used: %s".formatted(url, failed.getMessage()));
        }
    }

    private static <F> F read(String file, Function<String, F> reader) {
        try {
            return reader.apply(Files.readString(Path.of(file)));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        } catch (IllegalArgumentException other) {
            throw new CommandFailure(ExitCode.USAGE, file + ": " + other.getMessage());
        }
    }

    private void write(Path file, ApprovedFile<?> found) {
        try {
            Files.writeString(file, found.text());
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
        terminal.err().println(file + ": " + found.summary() + "; review them before you serve them");
    }
}
