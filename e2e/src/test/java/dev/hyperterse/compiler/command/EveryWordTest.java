package dev.hyperterse.compiler.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.binding.BoundCommand;
import dev.hyperterse.catalog.Action;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.catalog.server.adapter.Engine;
import dev.hyperterse.catalog.server.adapter.Engine.Tls;
import dev.hyperterse.catalog.server.adapter.Engine.TlsMode;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.HostileValues;
import dev.hyperterse.compiler.RecordedCalls;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

/**
 * Hostile values in every kind of word that takes one, from the arguments of a call to what Redis would be sent: as many
 * arguments as with a harmless value, and each value arrives as it came.
 */
class EveryWordTest {
    private static final String HARMLESS = "harmless";
    private static final ValueKey URL = ValueKey.adapter(RecordedCalls.ADAPTER, "url");

    private static final List<Input> INPUTS = List.of(
            Input.of("id", InputType.STRING, false),
            Input.listOf("keys", InputType.STRING, false),
            Input.of("doc", InputType.OBJECT, false));

    /** What would end an argument, or begin another one, in the protocol or on a command line. */
    private static final List<String> OF_COMMANDS = List.of(
            "\r\n",
            "*1\r\n$8\r\nFLUSHALL\r\n",
            "x\r\nFLUSHALL\r\n",
            "$-1\r\n",
            "a b",
            "a\tb",
            "\" \"",
            "\\x00",
            "\\x0d\\x0a",
            "'' FLUSHALL ''",
            "{{ inputs.id }}",
            "{slot}",
            "*",
            "@read",
            "",
            " ");

    private static final List<String> PAYLOADS = Stream.concat(HostileValues.all().stream(), OF_COMMANDS.stream())
            .distinct()
            .toList();

    @Test
    void thereAreEnoughPayloads() {
        assertThat(PAYLOADS).hasSizeGreaterThanOrEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "GET {{ inputs.id }}",
                "GET u:{{ inputs.id }}",
                "GET {{ inputs.id }}:u",
                "GET u:{{ inputs.id }}:{{ env.REGION }}:{{ inputs.id }}",
                "SET {{ inputs.id }} {{ inputs.id }}",
                "SET k \"{{ inputs.id }}\"",
                "SET k \"a {{ inputs.id }} b\\n\"",
                "SET k '{{ inputs.id }}'",
                "SET k 'a {{ inputs.id }} b'",
                "SET {{ principal.subject }} {{ inputs.id }} NX",
                "MGET {{ inputs.keys | spread }}",
                "MGET first {{ inputs.keys | spread }} {{ inputs.id }}",
                "SET k {{ inputs.keys | json }}",
                "SET k {{ inputs.doc }}",
                "HSET h field {{ inputs.id }} other {{ inputs.doc }}",
                "ZRANGEBYLEX z [{{ inputs.id }} [{{ inputs.id }}",
                "XADD s * field {{ inputs.id }}"
            })
    void hostileValuesStayOneArgumentAndArriveUnchanged(String text) {
        try (var calls = new RecordedCalls<>(redis(), values(), EveryWordTest::arguments)) {
            var tool = calls.link(action(text), INPUTS);
            var harmless = sent(calls, tool, HARMLESS);
            assertThat(harmless).anyMatch(argument -> argument.contains(HARMLESS));
            for (var payload : PAYLOADS) {
                assertThat(sent(calls, tool, payload))
                        .as("%s with %s", text, payload)
                        .isEqualTo(harmless.stream()
                                .map(argument -> expected(argument, payload))
                                .toList());
            }
        }
    }

    private static List<String> sent(RecordedCalls<List<String>> calls, LinkedTool tool, String value) {
        var arguments = Map.of("id", value, "keys", List.of(value, value), "doc", Map.of("k", value));
        return calls.send(tool, arguments)
                .orElseThrow(() -> new AssertionError("a call with '%s' was not sent".formatted(value)));
    }

    /** Documents and lists are written as JSON, in which a value is quoted. */
    private static String expected(String harmless, String payload) {
        var quoted = JsonMapper.shared().writeValueAsString(payload);
        return harmless.startsWith("{\"") || harmless.startsWith("[\"")
                ? harmless.replace("\"" + HARMLESS + "\"", quoted)
                : harmless.replace(HARMLESS, payload);
    }

    private static List<String> arguments(Object operation) {
        return ((BoundCommand) operation)
                .arguments().stream()
                        .map(argument -> new String(argument, StandardCharsets.UTF_8))
                        .toList();
    }

    private static Action action(String text) {
        var source = new CommandSource("spec.statement.text", text, Access.ReadWrite, INPUTS, Set.of("REGION"));
        var compiled = new CommandCompiler().compile(source);
        return new Action.RunCommand(
                RecordedCalls.ADAPTER,
                compiled.valid()
                        .orElseThrow(
                                () -> new AssertionError(compiled.problems().toString()))
                        .command(),
                text);
    }

    private static Engine redis() {
        var tls = new Tls(TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty());
        return new Engine.Redis(URL, Optional.empty(), Optional.empty(), Optional.empty(), tls);
    }

    private static Map<ValueKey, String> values() {
        return Map.of(URL, "redis://unused", ValueKey.environment("REGION"), "eu");
    }
}
