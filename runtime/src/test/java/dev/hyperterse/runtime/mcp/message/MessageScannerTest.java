package dev.hyperterse.runtime.mcp.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.runtime.mcp.message.MessageScanner.Posted;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.JsonNodeFactory;

class MessageScannerTest {
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    @Test
    void scannerFindsTheMembersOfACall() {
        var message = single("""
                {"jsonrpc":"2.0", "id" : "a\\"b", "params":{"_meta":{"progressToken": 7},
                 "arguments":{"inputs":{"tool":"no","x":[1,{"y":2}]},"tool":"get-orders"}, "name":"execute"},
                 "method":"tools/call"}""");

        assertThat(message.fault()).isEmpty();
        assertThat(message.string(Member.ID)).isEqualTo("a\"b");
        assertThat(message.string(Member.METHOD)).isEqualTo("tools/call");
        assertThat(message.string(Member.TOOL)).isEqualTo("get-orders");
        assertThat(text(message, Member.INPUTS)).isEqualTo("{\"tool\":\"no\",\"x\":[1,{\"y\":2}]}");
        assertThat(text(message, Member.PROGRESS_TOKEN)).isEqualTo("7");
        assertThat(message.has(Member.QUERY)).isFalse();
    }

    @Test
    void keyWithEscapesIsTheSameKey() {
        var message = single("{\"jsonrpc\":\"2.0\",\"\\u006dethod\":\"ping\",\"i\\u0064\":1}");

        assertThat(message.string(Member.METHOD)).isEqualTo("ping");
        assertThat(message.kind()).isEqualTo(PostedMessage.Kind.REQUEST);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"id\":2,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"m\\u0065thod\":\"tools/call\"}",
                "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"ping\"}",
                "{\"id\":1,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":null,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":true,\"method\":\"ping\"}",
                "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":5}",
                "{\"jsonrpc\":\"2.0\",\"id\":1}",
                "{\"jsonrpc\":\"2.0\",\"result\":{}}",
                "{}"
            })
    void malformedMessageHasAFault(String json) {
        assertThat(single(json).fault()).isPresent();
    }

    @Test
    void idBeyondOneKilobyteIsRefused() {
        assertThat(single("{\"jsonrpc\":\"2.0\",\"id\":\"" + "x".repeat(1022) + "\",\"method\":\"ping\"}")
                        .fault())
                .isEmpty();
        assertThat(single("{\"jsonrpc\":\"2.0\",\"id\":\"" + "x".repeat(1023) + "\",\"method\":\"ping\"}")
                        .fault())
                .isPresent();
    }

    @Test
    void nestingIsLimited() {
        assertThat(scan("[".repeat(127) + "{}" + "]".repeat(127)))
                .as("JSON, if not a message")
                .isEqualTo(new Posted.NotAMessage("a batch holds 1 to 50 objects"));
        assertThat(scan("{\"params\":" + "[".repeat(100_000)))
                .isEqualTo(new Posted.NotJson("nested deeper than 128 levels"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "c0 80",
                "c1 bf",
                "e0 9f bf",
                "ed a0 80",
                "f0 8f bf bf",
                "f4 90 80 80",
                "f5 80 80 80",
                "80",
                "c3",
                "e2 82",
                "ff"
            })
    void invalidUtf8IsRefused(String hex) {
        var json = new ByteArrayOutputStream();
        json.writeBytes("{\"a\":\"".getBytes(StandardCharsets.US_ASCII));
        Arrays.stream(hex.split(" ")).forEach(octet -> json.write(Integer.parseInt(octet, 16)));
        json.writeBytes("\"}".getBytes(StandardCharsets.US_ASCII));

        assertThat(MessageScanner.scan(json.toByteArray(), json.size())).isInstanceOf(Posted.NotJson.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\\ud83d",
                "\\ud83d!",
                "\\ud83d\\n",
                "\\ud83d\\ud83d",
                "\\ude00",
                "\\ude00\\ud83d",
            })
    void loneSurrogateIsRefused(String text) {
        assertThat(scan("{\"a\":\"" + text + "\"}"))
                .isEqualTo(new Posted.NotJson("half of a surrogate pair at byte 6"));
    }

    @Test
    void surrogatePairIsOneCharacter() {
        var message = single("{\"jsonrpc\":\"2.0\",\"id\":\"\\ud83d\\uDE00\",\"method\":\"ping\"}");

        assertThat(message.string(Member.ID)).isEqualTo("\ud83d\ude00");
    }

    @ParameterizedTest
    @CsvSource({"1e9999, true", "-1E-0001, true", "1e10000, false", "1e999999999, false"})
    void exponentsAreLimited(String number, boolean accepted) {
        assertThat(scan("{\"a\":" + number + "}") instanceof Posted.Single).isEqualTo(accepted);
    }

    @Test
    void lengthOfNumbersAndKeysIsLimited() {
        assertThat(scan("{\"a\":" + "9".repeat(1_000) + "}")).isInstanceOf(Posted.Single.class);
        assertThat(scan("{\"a\":" + "9".repeat(1_001) + "}")).isInstanceOf(Posted.NotJson.class);
        assertThat(scan("{\"" + "k".repeat(40_000) + "\":1}")).isInstanceOf(Posted.Single.class);
        assertThat(scan("{\"a\":{\"" + "k".repeat(50_001) + "\":1}}")).isInstanceOf(Posted.NotJson.class);
    }

    /** The scanner and Jackson's tree agree on what is JSON and on what lies where, whatever is cut off or changed. */
    @Test
    void scannerAgreesWithJacksonOnRandomMessages() {
        var random = new Random(20261120);
        for (int round = 0; round < 20_000; round++) {
            var bytes = STRICT.writeValueAsBytes(message(random));
            assertAgrees(bytes, bytes.length);
            assertAgrees(bytes, random.nextInt(bytes.length));
            bytes[random.nextInt(bytes.length)] = (byte) "{}[]\",:\\0 1-et.\n\u0001x".charAt(random.nextInt(18));
            assertAgrees(bytes, bytes.length);
        }
    }

    private static void assertAgrees(byte[] bytes, int length) {
        var scanned = MessageScanner.scan(bytes, length);
        JsonNode tree;
        try {
            tree = STRICT.readTree(bytes, 0, length);
        } catch (JacksonException notJson) {
            // Duplicates are JSON to the scanner unless it knows the member; then the message has a fault.
            if (!notJson.getMessage().contains("Duplicate")) {
                assertThat(isParseError(scanned)).as(describe(bytes, length)).isTrue();
            }
            return;
        }
        if (scanned instanceof Posted.NotJson(var explanation) && explanation.contains("an exponent of more")) {
            // Jackson has no such bound.
            return;
        }
        if (tree.isMissingNode()) {
            assertThat(isParseError(scanned)).as(describe(bytes, length)).isTrue();
            return;
        }
        assertThat(isParseError(scanned)).as(describe(bytes, length)).isFalse();
        if (scanned instanceof Posted.Single(var message)) {
            assertSame(message, tree, Member.METHOD, "/method");
            assertSame(message, tree, Member.ID, "/id");
            assertSame(message, tree, Member.NAME, "/params/name");
            assertSame(message, tree, Member.INPUTS, "/params/arguments/inputs");
            assertSame(message, tree, Member.PROGRESS_TOKEN, "/params/_meta/progressToken");
        }
    }

    private static void assertSame(PostedMessage message, JsonNode tree, Member member, String path) {
        var expected = tree.at(path);
        assertThat(message.has(member)).as(path).isEqualTo(!expected.isMissingNode());
        if (message.has(member)) {
            assertThat(STRICT.readTree(message.raw(member))).isEqualTo(expected);
        }
    }

    private static boolean isParseError(Posted posted) {
        return posted instanceof Posted.NotJson;
    }

    private static JsonNode message(Random random) {
        var message = JsonNodeFactory.instance.objectNode();
        message.put("jsonrpc", "2.0");
        message.set("id", value(random, 3));
        message.put("method", text(random));
        var params = message.putObject("params");
        params.put("name", text(random));
        params.putObject("_meta").set("progressToken", value(random, 3));
        var arguments = params.putObject("arguments");
        arguments.put("tool", text(random));
        arguments.set("inputs", value(random, 0));
        message.set(text(random) + "!", value(random, 1));
        return message;
    }

    private static JsonNode value(Random random, int depth) {
        var nodes = JsonNodeFactory.instance;
        return switch (random.nextInt(depth > 3 ? 6 : 8)) {
            case 0 -> nodes.stringNode(text(random));
            case 1 -> nodes.numberNode(random.nextLong());
            case 2 -> nodes.numberNode(random.nextGaussian() * 1e20);
            case 3 -> nodes.booleanNode(random.nextBoolean());
            case 4 -> nodes.nullNode();
            case 5 -> nodes.numberNode(random.nextInt(3));
            case 6 -> {
                var array = nodes.arrayNode();
                for (int count = random.nextInt(4); count > 0; count--) {
                    array.add(value(random, depth + 1));
                }
                yield array;
            }
            default -> {
                var object = nodes.objectNode();
                for (int count = random.nextInt(4); count > 0; count--) {
                    object.set(text(random), value(random, depth + 1));
                }
                yield object;
            }
        };
    }

    private static String text(Random random) {
        var text = new StringBuilder();
        for (int count = random.nextInt(6); count > 0; count--) {
            text.appendCodePoint(
                    switch (random.nextInt(6)) {
                        case 0 -> '"';
                        case 1 -> '\\';
                        case 2 -> random.nextInt(0x20);
                        case 3 -> 0x1f600 + random.nextInt(64);
                        case 4 -> 0xa0 + random.nextInt(0x2000);
                        default -> 'a' + random.nextInt(26);
                    });
        }
        return text.toString();
    }

    private static String describe(byte[] bytes, int length) {
        return new String(bytes, 0, length, StandardCharsets.UTF_8);
    }

    private static String text(PostedMessage message, Member member) {
        return new String(message.raw(member), StandardCharsets.UTF_8);
    }

    private static PostedMessage single(String json) {
        return ((Posted.Single) scan(json)).message();
    }

    private static Posted scan(String json) {
        var bytes = json.getBytes(StandardCharsets.UTF_8);
        return MessageScanner.scan(bytes, bytes.length);
    }
}
