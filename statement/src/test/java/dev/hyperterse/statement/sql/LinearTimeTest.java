package dev.hyperterse.statement.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter;
import dev.hyperterse.catalog.statement.Dialect;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The largest text, in shapes that make careless lexers read it again and again: counted, not timed. */
class LinearTimeTest {
    private static final int LARGEST = 64 * 1024;
    private static final int READS_PER_CHARACTER = 100;

    private static final List<Input> INPUTS = List.of(
            Input.of("s", InputType.STRING, true),
            Input.of("n", InputType.INT, false),
            Input.listOf("ids", InputType.INT, true));

    private static final List<String> SHAPES = List.of(
            "{{ ",
            "{{",
            "{{{{",
            "{{ inputs.s",
            "{{inputs.s}} ",
            "'{{inputs.s}}' ",
            "'",
            "''",
            "E'\\' ",
            "\"",
            "[",
            "(",
            "((NOT ",
            ")",
            "--",
            "/*",
            "/* */",
            "/*/",
            "$a$",
            "$a",
            "$aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa$ ",
            "$a$$",
            "$$",
            "$1",
            "? ",
            "a ",
            "in ( ",
            "not in ",
            "in ({{inputs.ids}}) ",
            "timestamp ",
            "interval(1) ",
            "date with time zone ",
            "like '{{inputs.s|like}}' ",
            "order by {{inputs.s}}, ",
            "limit {{inputs.n}} ",
            "1",
            "1e",
            "0x",
            ".",
            ";",
            "; ",
            "set_config (",
            "pg_settings ",
            "explain (",
            "explain analyze ",
            "U&\"",
            "\uFFFF");

    static Stream<Arguments> shapes() {
        return Arrays.stream(Dialect.values()).flatMap(dialect -> SHAPES.stream()
                .flatMap(shape -> Stream.of("", "SELECT ", "explain (", "SELECT $a$", "SELECT '{{inputs.s}} ")
                        .map(prefix -> Arguments.of(dialect, prefix, shape))));
    }

    @ParameterizedTest
    @MethodSource("shapes")
    void readsEveryCharacterABoundedNumberOfTimes(Dialect dialect, String prefix, String shape) {
        var bytes = shape.equals("\uFFFF") ? 3 : shape.length();
        var text = prefix + shape.repeat((LARGEST - prefix.length()) / bytes);
        var counted = new CountedText(text);
        var source = new StatementSource(text, dialect, Adapter.Access.ReadWrite, INPUTS, Set.of());
        new StatementCompiler().compile(source, counted);
        assertThat(counted.reads()).isBetween((long) text.length(), (long) READS_PER_CHARACTER * text.length());
    }

    private static final class CountedText implements CharSequence {
        private final String text;
        private long reads;

        CountedText(String text) {
            this.text = text;
        }

        long reads() {
            return reads;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            reads++;
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            reads += end - start;
            return text.subSequence(start, end);
        }

        @Override
        public String toString() {
            return text;
        }
    }
}
