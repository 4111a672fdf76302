package dev.hyperterse.calls.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

/** Written values become equivalent JSON, within the limits. */
class ResultBufferTest {
    private final BufferBudget budget = new BufferBudget(1 << 20);

    @ParameterizedTest
    @EnumSource
    void anyTextIsEncodedAsEquivalentJson(ResultBuffer.Form form) {
        var random = new Random(7);
        for (var round = 0; round < 3000; round++) {
            var text = randomText(random);
            try (var out = budget.open(1 << 16).form(form)) {
                out.json('[')
                        .quoted(text)
                        .json(',')
                        .json("{\"k\":\"a\\n\"}".getBytes(StandardCharsets.UTF_8))
                        .json(']');
                var json = new String(out.toByteArray(), StandardCharsets.UTF_8);
                if (form == ResultBuffer.Form.INSIDE_STRING) {
                    json = JsonMapper.shared().readValue('"' + json + '"', String.class);
                }
                var tree = JsonMapper.shared().readTree(json);
                assertThat(tree.get(0).stringValue()).isEqualTo(text);
                assertThat(tree.get(1).get("k").stringValue()).isEqualTo("a\n");
            }
        }
    }

    /** It is encoded in pieces; a character of two chars lies across the end of the first, whatever that is. */
    @ParameterizedTest
    @EnumSource
    void longTextIsEncodedInWholeCharacters(ResultBuffer.Form form) {
        for (var shift = 0; shift < 2; shift++) {
            var text = "x".repeat(shift) + "\uD83D\uDE00\"".repeat(20_000);
            try (var out = budget.open(1 << 20).form(form)) {
                var json = new String(out.quoted(text).toByteArray(), StandardCharsets.UTF_8);
                if (form == ResultBuffer.Form.INSIDE_STRING) {
                    json = JsonMapper.shared().readValue('"' + json + '"', String.class);
                }
                assertThat(JsonMapper.shared().readValue(json, String.class)).isEqualTo(text);
            }
        }
    }

    @Test
    void jsonRepeatedInsideAStringIsEquivalent() {
        try (var out = budget.open(1 << 16)) {
            out.quoted("tab\t \"quoted\" \\ 漢");
            var end = out.size();
            out.raw(new byte[] {'"'}).repeatInsideString(0, end).raw(new byte[] {'"'});
            var bytes = out.toByteArray();
            var repeated = new String(bytes, end, bytes.length - end, StandardCharsets.UTF_8);
            assertThat(JsonMapper.shared().readValue(repeated, String.class))
                    .isEqualTo(new String(bytes, 0, end, StandardCharsets.UTF_8));
        }
    }

    @Test
    void bufferEndsExactlyAtItsLimit() {
        try (var out = budget.open(20_000)) {
            out.raw(new byte[20_000]);
            assertThatThrownBy(() -> out.json('x'))
                    .isInstanceOfSatisfying(CallFailure.class, failure -> assertThat(failure.stage())
                            .isEqualTo(Stage.RESULT));
            assertThat(out.size()).isEqualTo(20_000);
        }
        assertThat(budget.used()).isZero();
    }

    @Test
    void exhaustedBudgetFailsOnlyTheCallThatNeedsMore() {
        List<ResultBuffer> open = new ArrayList<>();
        var small = new BufferBudget(10 * BufferBudget.SMALLEST);
        for (var buffer = 0; buffer < 10; buffer++) {
            open.add(small.open(1000).ascii("x"));
        }
        assertThat(small.used()).isEqualTo(small.limit());
        try (var late = small.open(1000)) {
            assertThatThrownBy(() -> late.ascii("x"))
                    .isInstanceOfSatisfying(CallFailure.class, failure -> assertThat(failure.stage())
                            .isEqualTo(Stage.BUSY));
            open.removeLast().close();
            assertThat(late.ascii("x").size()).isEqualTo(1);
        }
        assertThat(small.reserve(BufferBudget.SMALLEST)).isTrue();
        assertThat(small.reserve(1)).isFalse();
        small.release(BufferBudget.SMALLEST);
        open.forEach(ResultBuffer::close);
        assertThat(small.used()).isZero();
    }

    @Test
    void resultThatCanNeverFitTheBudgetIsNotBusy() {
        try (var out = budget.open(4 << 20);
                var other = budget.open(1 << 20)) {
            other.raw(new byte[1 << 19]);
            assertThatThrownBy(() -> out.raw(new byte[2 << 20]))
                    .isInstanceOfSatisfying(CallFailure.class, failure -> assertThat(failure.stage())
                            .isEqualTo(Stage.EXECUTION))
                    .hasMessageContaining("limits.bufferSize");
            assertThatThrownBy(() -> out.raw(new byte[600_000]))
                    .isInstanceOfSatisfying(CallFailure.class, failure -> assertThat(failure.stage())
                            .isEqualTo(Stage.BUSY));
        }
    }

    @Test
    void bufferGrowsToTheRestOfTheBudgetIfItCannotDouble() {
        try (var out = budget.open(1 << 20)) {
            out.raw(new byte[500_000]).raw(new byte[40_000]);
            assertThat(out.size()).isEqualTo(540_000);
        }
    }

    @Test
    void resetDropsTheBytesAfterTheMark() {
        try (var out = budget.open(100)) {
            out.ascii("kept");
            var mark = out.size();
            out.ascii("forgotten").resetTo(mark);
            assertThat(new String(out.toByteArray(), StandardCharsets.UTF_8)).isEqualTo("kept");
        }
    }

    private static String randomText(Random random) {
        var text = new StringBuilder();
        var length = random.nextInt(40);
        for (var index = 0; index < length; index++) {
            text.appendCodePoint(
                    switch (random.nextInt(5)) {
                        case 0 -> random.nextInt(0x20);
                        case 1 -> "\"\\/\b\u007f".charAt(random.nextInt(5));
                        case 2 -> 0x20 + random.nextInt(0x60);
                        case 3 -> 0x80 + random.nextInt(0xd000);
                        default -> 0x10000 + random.nextInt(0xfffff);
                    });
        }
        return text.toString();
    }
}
