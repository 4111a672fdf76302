package dev.hyperterse.cli.command.init;

import dev.hyperterse.cli.init.AdapterText;
import dev.hyperterse.cli.init.TableChoice;
import dev.hyperterse.cli.init.generate.ServerManifest;
import dev.hyperterse.cli.terminal.CommandFailure;
import dev.hyperterse.cli.terminal.ExitCode;
import dev.hyperterse.cli.terminal.Terminal;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.ParseResult;

/** The options of an {@code init}, its questions, and what it says on the way. */
final class InitSession {
    private static final int MOST_NAMES = 30;

    private final Terminal terminal;
    private final NewDirectory directory;
    private final ParseResult arguments;
    private final BufferedReader typed;

    InitSession(Terminal terminal, NewDirectory directory, ParseResult arguments) {
        this.terminal = terminal;
        this.directory = directory;
        this.arguments = arguments;
        this.typed = new BufferedReader(new InputStreamReader(terminal.in(), StandardCharsets.UTF_8));
    }

    NewDirectory directory() {
        return directory;
    }

    boolean has(String option) {
        return arguments.hasMatchedOption(option);
    }

    void note(String sentence) {
        terminal.err().println("note: " + sentence);
    }

    void step(String done) {
        terminal.err().println(done);
    }

    /** The names that an option lists. */
    List<String> names(String option) {
        return list(arguments.matchedOptionValue(option, ""));
    }

    /** The manifests of a server that only this process sees. @param more fields of its adapter */
    Map<String, String> manifests(AdapterText adapter, String more) {
        var files = new LinkedHashMap<>(adapter.passwords());
        files.put(ServerManifest.FILE, """
                apiVersion: hyperterse.dev/v1alpha1
                kind: HyperterseServer
                metadata: {name: %s}
                spec:
                  auth: {mode: Anonymous}
                  exposure: Direct
                  limits: {callTimeout: 5m, maxResultSize: 32Mi}
                  # No model reads these answers.
                  result: {maxTokens: 10000000}
                  adapters:
                    - name: %s
                      statementTimeout: 5m
                      maxRows: 1000000
                %s%s""".formatted(
                        directory.server(),
                        ServerManifest.ADAPTER,
                        more.indent(6),
                        adapter.yaml().indent(6)));
        return files;
    }

    /**
     * The patterns that the option or an answer chose; an empty list takes all. Empty if nothing was chosen.
     *
     * @param kind of what has the names
     * @param unmatched the patterns that fit none
     */
    Optional<List<String>> patterns(String kind, List<String> present, Function<List<String>, List<String>> unmatched) {
        var given = names("--tables");
        if (!given.isEmpty()) {
            require(kind, unmatched.apply(given), present.stream());
            return Optional.of(given);
        }
        if (!terminal.interactive() || has("--yes") || present.isEmpty()) {
            return Optional.empty();
        }
        terminal.err().println(present.stream().collect(Collectors.joining(", ", kind + "s: ", "")));
        while (true) {
            terminal.err().print("Which get tools? Names or patterns with commas, empty for all: ");
            terminal.err().flush();
            var patterns = list(line().orElse(""));
            var missing = unmatched.apply(patterns);
            if (missing.isEmpty()) {
                return Optional.of(patterns);
            }
            terminal.err().println("no %s is named %s".formatted(kind, String.join(", ", missing)));
        }
    }

    /** Those of names that get tools: by the option or an answer, or the first {@link TableChoice#MOST_UNASKED}. */
    List<String> chosen(String kind, List<String> present) {
        var patterns = patterns(kind, present, given -> given.stream()
                .filter(pattern -> present.stream().noneMatch(name -> TableChoice.matches(pattern, name)))
                .toList());
        if (patterns.isEmpty() && present.size() > TableChoice.MOST_UNASKED) {
            noteLeft(kind, present.size() - TableChoice.MOST_UNASKED, present.size());
            return present.subList(0, TableChoice.MOST_UNASKED);
        }
        return patterns.filter(it -> !it.isEmpty())
                .map(given -> present.stream()
                        .filter(name -> given.stream().anyMatch(pattern -> TableChoice.matches(pattern, name)))
                        .toList())
                .orElse(present);
    }

    void noteLeft(String kind, int left, int all) {
        note("%d of %d %ss get no tools; choose them with --tables, --tables '*' takes all".formatted(left, all, kind));
    }

    void require(String kind, List<String> unmatched, Stream<String> present) {
        if (!unmatched.isEmpty()) {
            throw new CommandFailure(
                    ExitCode.USAGE,
                    "no %s that this user can read is named %s; there are: %s"
                            .formatted(
                                    kind,
                                    String.join(", ", unmatched),
                                    present.limit(MOST_NAMES).collect(Collectors.joining(", "))));
        }
    }

    private Optional<String> line() {
        try {
            return Optional.ofNullable(typed.readLine());
        } catch (IOException closed) {
            throw new UncheckedIOException(closed);
        }
    }

    private static List<String> list(String text) {
        return Stream.of(text.split(","))
                .map(String::strip)
                .filter(it -> !it.isEmpty())
                .toList();
    }
}
