package dev.hyperterse.compiler.statement;

import dev.hyperterse.catalog.statement.Dialect;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * One example of {@code accepted.txt} or {@code rejected.txt} for one dialect.
 *
 * @param row of docs/reference/rules-of-statements.md
 * @param expected what is sent, or one line for each problem
 */
record StatementCase(String row, Dialect dialect, String text, String expected) {
    @Override
    public String toString() {
        return "row " + row + " " + dialect + ": " + text;
    }

    static Stream<StatementCase> accepted() {
        return read("accepted.txt", "-> ");
    }

    static Stream<StatementCase> rejected() {
        return read("rejected.txt", "!! ");
    }

    private static Stream<StatementCase> read(String resource, String outcome) {
        return Arrays.stream(text(resource).split("\n\n"))
                .filter(block -> block.startsWith("# "))
                .flatMap(block -> parse(block.strip(), outcome));
    }

    private static Stream<StatementCase> parse(String block, String outcome) {
        var header = block.substring(2, block.indexOf('\n')).split(" ");
        var body = block.substring(block.indexOf('\n') + 1);
        var middle = body.indexOf("\n" + outcome);
        var expected = body.substring(middle + 1 + outcome.length()).replace("\n" + outcome, "\n");
        return dialects(header[1])
                .map(dialect -> new StatementCase(header[0], dialect, body.substring(0, middle), expected));
    }

    private static Stream<Dialect> dialects(String names) {
        return names.equals("all")
                ? Arrays.stream(Dialect.values())
                : Arrays.stream(names.split(",")).map(name -> Dialect.valueOf(name.toUpperCase(Locale.ROOT)));
    }

    private static String text(String resource) {
        try (var stream = StatementCase.class.getResourceAsStream("/statements/" + resource)) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
