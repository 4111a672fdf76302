package dev.hyperterse.engines.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Principal;
import dev.hyperterse.calls.binding.ValueSource.Finder;
import dev.hyperterse.calls.memory.BufferBudget;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.request.BodyPart;
import dev.hyperterse.catalog.statement.Reference;
import dev.hyperterse.catalog.statement.Value;
import dev.hyperterse.catalog.values.ValueSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class MultipartBodyTest {
    private static final Reference FILES = new Reference.Input("files");
    private static final Principal CALLER =
            new Principal(Optional.empty(), Optional.empty(), Set.of(), Set.of(), Map.of());

    static Stream<BodyPart.Content> contents() {
        return Stream.of(new BodyPart.Text(new Value.Whole(FILES)), new BodyPart.Binary(FILES));
    }

    /** Each part has objects of its own, which are larger than an empty content. */
    @ParameterizedTest
    @MethodSource("contents")
    void emptyPartsTakeMemoryOfTheirCall(BodyPart.Content content) {
        var body = new MultipartBody(
                List.of(new BodyPart("file", Optional.empty(), Optional.empty(), content)),
                new Finder(
                        List.of(Input.listOf("files", InputType.STRING, false)),
                        new ValueSet("test", Map.of()),
                        UnaryOperator.identity()));
        var budget = new BufferBudget(1 << 30);
        try (var memory = budget.reservation()) {
            var items = 100_000;
            var sent = body.of(new Object[] {Collections.nCopies(items, "")}, CALLER, memory);
            assertThat(budget.used()).isGreaterThan(sent.bytes().length + 80L * items - 64 * 1024);
        }
    }

    @Test
    void bodyThatNoArrayHoldsIsRefused() {
        var pieces = Collections.nCopies(2_048, new byte[1 << 20]);
        try (var memory = new BufferBudget(4L << 30).reservation()) {
            assertThatThrownBy(() -> MultipartBody.joined(pieces, memory))
                    .isInstanceOf(CallFailure.class)
                    .hasMessage("the body of the request is larger than 1073741824 bytes");
        }
    }
}
