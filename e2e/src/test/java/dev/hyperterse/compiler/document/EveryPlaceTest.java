package dev.hyperterse.compiler.document;

import static org.assertj.core.api.Assertions.assertThat;

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
import dev.hyperterse.engines.mongodb.BoundDocument;
import dev.hyperterse.runtime.tool.call.LinkedTool;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Hostile values in every kind of place that takes one, from the arguments of a call to what MongoDB would be sent: the
 * same keys and types as with a harmless value, and each value arrives as it came.
 */
class EveryPlaceTest {
    private static final String HARMLESS = "harmless";
    private static final ValueKey URL = ValueKey.adapter(RecordedCalls.ADAPTER, "url");

    private static final List<Input> INPUTS = List.of(
            Input.of("s", InputType.STRING, false),
            Input.listOf("ids", InputType.STRING, false),
            Input.of("o", InputType.OBJECT, false));

    /** What would be an operator, a field or a variable where MongoDB reads expressions. */
    private static final List<String> OF_DOCUMENTS = List.of(
            "$where",
            "$gt",
            "$password",
            "$$ROOT",
            "$$NOW",
            "{\"$gt\": \"\"}",
            "{\"$where\": \"sleep(1000)\"}",
            "\"}, {\"$out\": \"x\"}, {\"a\": \"",
            "; return true; //",
            "function() { return true }",
            "a.b",
            ".",
            "__proto__",
            "{{ inputs.s }}",
            "\u2028",
            "");

    private static final List<String> PAYLOADS = Stream.concat(HostileValues.all().stream(), OF_DOCUMENTS.stream())
            .distinct()
            .toList();

    private final RecordedCalls<BsonDocument> calls =
            new RecordedCalls<>(mongodb(), Map.of(URL, "mongodb://unused"), EveryPlaceTest::fields);

    @AfterEach
    void close() {
        calls.close();
    }

    @Test
    void thereAreEnoughPayloads() {
        assertThat(PAYLOADS).hasSizeGreaterThanOrEqualTo(400);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'find': 'orders', 'filter': {'s': '{{ inputs.s }}'}}",
                "{'find': 'orders', 'filter': {'s': {{ inputs.s }}}}",
                "{'find': 'orders', 'filter': {'s': 'x{{ inputs.s }}y{{ inputs.s }}'}}",
                "{'find': 'orders', 'filter': {'$or': [{'s': '{{ inputs.s }}'}, {'a.b': {'$gt': '{{ inputs.s }}'}}]}}",
                "{'find': 'orders', 'filter': {'l': {'$in': '{{ inputs.ids }}'}}}",
                "{'find': 'orders', 'filter': {'o': '{{ inputs.o }}'}}",
                "{'find': 'orders', 'filter': {'$expr': {'$eq': ['$a', '{{ inputs.s }}']}}}",
                "{'find': 'orders', 'projection': {'b': '{{ inputs.s }}'}}",
                "{'count': 'orders', 'query': {'s': {'$ne': '{{ inputs.s }}'}}}",
                "{'distinct': 'orders', 'key': 'status', 'query': {'s': '{{ inputs.s }}'}}",
                "{'aggregate': 'orders', 'pipeline': [{'$match': {'s': '{{ inputs.s }}'}}]}",
                "{'aggregate': 'orders', 'pipeline': [{'$project': {'n': '{{ inputs.s }}'}}]}",
                "{'aggregate': 'orders', 'pipeline': [{'$group': {'_id': '{{ inputs.s }}',"
                        + " 'o': {'$first': '{{ inputs.o }}'}}}]}",
                "{'aggregate': 'orders', 'pipeline': [{'$lookup': {'from': 'customers', 'let': {'x': '{{ inputs.s }}'},"
                        + " 'pipeline': [{'$match': {'s': '{{ inputs.s }}'}}], 'as': 'c'}}]}",
                "{'insert': 'orders', 'documents': ['{{ inputs.o }}', {'a': '{{ inputs.s }}', 'l': '{{ inputs.ids }}'}]}",
                "{'update': 'orders', 'updates': [{'q': {'s': '{{ inputs.s }}'},"
                        + " 'u': {'$set': {'s': '{{ inputs.s }}'}, '$push': {'t': {'$each': ['{{ inputs.s }}']}}}}]}",
                "{'update': 'orders', 'updates': [{'q': {}, 'u': [{'$set': {'s': '{{ inputs.s }}'}}]}]}",
                "{'update': 'orders', 'updates': [{'q': {}, 'u': {'s': '{{ inputs.s }}', 'o': '{{ inputs.o }}'}}]}",
                "{'delete': 'orders', 'deletes': [{'q': {'s': '{{ inputs.s }}'}, 'limit': 1}]}",
                "{'findAndModify': 'orders', 'query': {'s': '{{ inputs.s }}'}, 'update': {'$set': {'s': '{{ inputs.s }}'}}}"
            })
    void hostileValuesStayValuesAndArriveUnchanged(String text) {
        var tool = tool(text);
        var harmless = sent(tool, HARMLESS);
        assertThat(harmless.toString()).contains(HARMLESS);
        for (var payload : PAYLOADS) {
            assertThat(sent(tool, payload)).as("%s with %s", text, payload).isEqualTo(expected(harmless, payload));
        }
    }

    @Test
    void regularExpressionOfAHostileValueFindsThatValueOnly() {
        var tool = tool("{'find': 'orders', 'filter': {'n': {'$regex': '^{{ inputs.s | regex }}'}}}");
        for (var payload : PAYLOADS) {
            var pattern = sent(tool, payload)
                    .getDocument("filter")
                    .getDocument("n")
                    .getString("$regex")
                    .getValue();
            assertThat(pattern).startsWith("^");
            assertThat(Pattern.matches(pattern.substring(1), payload))
                    .as("%s for %s", pattern, payload)
                    .isTrue();
            assertThat(Pattern.matches(pattern.substring(1), payload + "x"))
                    .as("%s for %s", pattern, payload)
                    .isFalse();
        }
    }

    /** A key of a caller's document is a field's name, or the call is refused. */
    @Test
    void hostileKeysOfADocumentAreNeverOperatorsOrPaths() {
        var tool = tool("{'find': 'orders', 'filter': {'o': '{{ inputs.o }}'}}");
        for (var payload : PAYLOADS) {
            var sent = calls.send(tool, arguments("x", Map.of("outer", Map.of(payload, 1))));
            if (payload.startsWith("$") || payload.contains(".")) {
                assertThat(sent).as(payload).isEmpty();
            } else {
                assertThat(sent.orElseThrow()
                                .getDocument("filter")
                                .getDocument("o")
                                .getDocument("outer")
                                .keySet())
                        .as(payload)
                        .containsExactly(payload);
            }
        }
    }

    /** A text that is no identifier, date or number ends the call before anything is sent. */
    @ParameterizedTest
    @ValueSource(strings = {"$oid", "$date"})
    void hostileValuesInATypedWrapperAreRefused(String wrapper) {
        var tool = tool("{'find': 'orders', 'filter': {'w': {'%s': '{{ inputs.s }}'}}}".formatted(wrapper));
        for (var payload : PAYLOADS) {
            assertThat(calls.send(tool, arguments(payload, Map.of())))
                    .as("%s of %s", wrapper, payload)
                    .isEmpty();
        }
    }

    private BsonDocument sent(LinkedTool tool, String value) {
        return calls.send(tool, arguments(value, Map.of("k", value)))
                .orElseThrow(() -> new AssertionError("a call with '%s' was not sent".formatted(value)));
    }

    private static Map<String, ?> arguments(String value, Map<String, ?> object) {
        return Map.of("s", value, "ids", List.of(value, value), "o", object);
    }

    private static BsonDocument expected(BsonDocument harmless, String payload) {
        var document = new BsonDocument();
        harmless.forEach((name, value) -> document.put(name, expected(value, payload)));
        return document;
    }

    private static BsonValue expected(BsonValue harmless, String payload) {
        return switch (harmless) {
            case BsonString text -> new BsonString(text.getValue().replace(HARMLESS, payload));
            case BsonDocument document -> expected(document, payload);
            case BsonArray items ->
                new BsonArray(
                        items.stream().map(item -> expected(item, payload)).toList());
            default -> harmless;
        };
    }

    private static BsonDocument fields(Object operation) {
        return ((BoundDocument) operation).fields();
    }

    private LinkedTool tool(String quoted) {
        var text = quoted.replace('\'', '"');
        var compiled = new DocumentCompiler()
                .compile(new DocumentSource("spec.statement.text", text, Access.ReadWrite, INPUTS, Set.of()));
        var command = compiled.valid()
                .orElseThrow(() -> new AssertionError(compiled.problems().toString()));
        return calls.link(new Action.RunDocument(RecordedCalls.ADAPTER, command, text), INPUTS);
    }

    private static Engine mongodb() {
        var tls = new Tls(TlsMode.Disable, Optional.empty(), Optional.empty(), Optional.empty());
        return new Engine.Mongodb(URL, "shop", Optional.empty(), Optional.empty(), tls, Map.of());
    }
}
