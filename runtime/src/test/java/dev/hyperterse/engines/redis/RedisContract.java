package dev.hyperterse.engines.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.ResultRules.Overflow;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.runtime.tool.TestCalls;
import dev.hyperterse.testbed.store.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

@Timeout(120)
abstract class RedisContract {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String TOOK_EFFECT = "; the command took effect";

    private static final String UNKNOWN_EFFECT = "; whether the command took effect is unknown";

    private final RedisServer server;

    RedisContract(RedisServer server) {
        this.server = server;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\0', textBlock = """
                    DEBUG PROTOCOL string   | [{"value":"Hello World"}]
                    DEBUG PROTOCOL integer  | [{"value":12345}]
                    DEBUG PROTOCOL null     | [{"value":null}]
                    DEBUG PROTOCOL array    | [{"value":0},{"value":1},{"value":2}]
                    DEBUG PROTOCOL set      | [{"value":0},{"value":1},{"value":2}]
                    DEBUG PROTOCOL map      | [{"0":false,"1":true,"2":false}]
                    DEBUG PROTOCOL attrib   | [{"value":"Some real reply following the attribute"}]
                    DEBUG PROTOCOL verbatim | [{"value":"This is a verbatim\\nstring"}]
                    DEBUG PROTOCOL true     | [{"value":true}]
                    DEBUG PROTOCOL false    | [{"value":false}]
                    DEBUG PROTOCOL bignum   | [{"value":1234567999999999999999999999999999999}]
                    SET a x                 | [{"value":"OK"}]
                    GET none                | [{"value":null}]
                    HGETALL none            | []
                    SMEMBERS none           | []
                    LRANGE none 0 -1        | []
                    INCR a                  | execution: value is not an integer or out of range (ERR)
                    LPUSH a b               | execution: Operation against a key holding the wrong kind of value (WRONGTYPE)
                    """)
    void everyReplyHasItsRows(String command, String rows) {
        try (var redis = RedisCalls.writing(server.url())) {
            redis.run("SET a text");
            assertThat(redis.run(command.strip())).isEqualTo(rows.strip());
        }
    }

    /** Versions differ in digits and quotes. */
    @Test
    void numbersAndErrorsAreThoseOfTheEngine() {
        try (var redis = RedisCalls.writing(server.url())) {
            assertThat(redis.run("DEBUG PROTOCOL double"))
                    .startsWith("[{\"value\":3.141")
                    .endsWith("}]");
            assertThat(redis.run("NOSUCH a")).matches("execution: unknown command [`']NOSUCH[`'] \\(ERR\\)");
        }
    }

    @Test
    void binaryValuesBecomeBase64AndNumbersKeepTheirDigits() {
        try (var redis = RedisCalls.writing(server.url())) {
            redis.run("HSET h name Ada left 9007199254740993");
            assertThat(redis.run("HGETALL h")).isEqualTo("[{\"name\":\"Ada\",\"left\":\"9007199254740993\"}]");
            redis.run("SETBIT bits 0 1");
            assertThat(redis.run("GET bits")).isEqualTo("[{\"value\":\"gA==\"}]");
            redis.run("ZADD z 1.5 a inf b");
            assertThat(redis.run("ZRANGE z 0 -1 WITHSCORES"))
                    .isEqualTo("[{\"value\":[\"a\",1.5]},{\"value\":[\"b\",null]}]");
            redis.run("XADD s 1-1 k v");
            assertThat(redis.run("XREAD STREAMS s 0")).isEqualTo("[{\"s\":[[\"1-1\",[\"k\",\"v\"]]]}]");
            redis.run("SET number 9223372036854775806");
            assertThat(redis.run("INCR number")).isEqualTo("[{\"value\":9223372036854775807}]");
        }
    }

    @Test
    void hostileValueIsOneArgument() {
        try (var redis = RedisCalls.writing(server.url())) {
            var write = redis.tool("HSET payload <v> <w>");
            for (var payload : payloads()) {
                redis.run("DEL payload");
                var arguments = JSON.writeValueAsString(Map.of("v", payload, "w", payload));
                assertThat(redis.calls().run(write, arguments))
                        .as("payload %s", payload)
                        .isEqualTo("[{\"value\":1}]");
                assertThat(JSON.readTree(redis.run("HGETALL payload")))
                        .isEqualTo(JSON.valueToTree(List.of(Map.of(payload, payload))));
            }
        }
    }

    /** At least 400: each hostile text alone, and among others. */
    private static List<String> payloads() {
        var hostile = List.of(
                "' OR 1=1",
                "\"",
                "\\",
                "\r\n",
                "\r\nFLUSHALL\r\n",
                "*1\r\n$8\r\nFLUSHALL\r\n",
                "$-1",
                "-ERR",
                "+OK",
                "%",
                "?",
                "_",
                "{",
                "}",
                "{{ inputs.v }}",
                "{a}b",
                " ",
                "\t",
                "NX",
                "BLOCK",
                "\u0000",
                "\u007f",
                "é",
                "\u2028",
                "😀",
                "--",
                "/* */",
                ";",
                "#",
                "$(x)",
                "`x`",
                "\\x00",
                "\\n",
                "*",
                "[a-z]",
                "EVAL \"return 1\" 0",
                "null",
                "0",
                "-1");
        var payloads = new ArrayList<>(hostile);
        for (var one : hostile) {
            payloads.add("x" + one + "y");
            payloads.add(one.repeat(50));
            for (var index = 0; index < hostile.size(); index += 4) {
                payloads.add(one + hostile.get(index));
            }
        }
        // A validator refuses NUL before anything is bound.
        payloads.removeIf(payload -> payload.indexOf('\0') >= 0);
        assertThat(payloads).hasSizeGreaterThan(400);
        return payloads;
    }

    @Test
    void listIsOneArgumentPerItem() {
        try (var redis = RedisCalls.writing(server.url())) {
            redis.run("MSET one 1 two 2");
            assertThat(redis.run("MGET <list*>", "{\"list\":[\"one\",\"none\",\"two\"]}"))
                    .isEqualTo("[{\"value\":\"1\"},{\"value\":null},{\"value\":\"2\"}]");
            assertThat(redis.run("MGET <list*>", "{\"list\":[]}"))
                    .isEqualTo("binding: input 'list' has 0 items; a command takes 1 to 1000 of them");
            assertThat(redis.run("MGET <list*>", "{\"list\":null}"))
                    .isEqualTo("binding: input 'list' is null, and a command has no NULL");
            assertThat(redis.run("GET <v>", "{}")).isEqualTo("binding: input 'v' is null, and a command has no NULL");
        }
    }

    @Test
    void oversizedValueIsNotRead() {
        try (var redis = RedisCalls.writing(server.url())) {
            redis.run("SETRANGE huge 100000000 x");
            assertThat(redis.run("GET huge"))
                    .isEqualTo("result: the result is larger than %d bytes%s"
                            .formatted(TestCalls.MAX_RESULT, TOOK_EFFECT));
            assertThat(redis.run("MGET huge huge")).startsWith("result: the result is larger");
            redis.run("DEL huge");
            assertThat(redis.run("SET a b")).isEqualTo("[{\"value\":\"OK\"}]");
            assertThat(redis.calls().budget().used()).isZero();
        }
    }

    /** A warning for a client that would repeat the call. An adapter that only reads changes nothing. */
    @Test
    void oversizedReplyToAWriteSaysThatItTookEffect() {
        try (var writing = RedisCalls.writing(server.url());
                var reading = RedisCalls.reading(server.url())) {
            writing.run("SETRANGE huge 5000000 x");
            writing.run("RPUSH many" + " x".repeat(1_001));

            assertThat(reading.run("GET huge")).doesNotContain("effect");
            assertThat(writing.run("GETDEL huge"))
                    .startsWith("result: the result is larger than")
                    .endsWith(TOOK_EFFECT);
            assertThat(writing.run("LPOP many 1001"))
                    .startsWith("result: the result has more than 1000 rows")
                    .endsWith(TOOK_EFFECT);
            assertThat(reading.run("EXISTS huge many")).isEqualTo("[{\"value\":0}]");
        }
    }

    @Test
    void largeValueWithinTheLimitArrivesWhole() {
        try (var redis = RedisCalls.writing(server.url())) {
            var large = "ä".repeat(200_000);
            redis.run("SET large <v>", JSON.writeValueAsString(Map.of("v", large)));
            assertThat(redis.run("GET large")).isEqualTo("[{\"value\":\"" + large + "\"}]");
            assertThat(redis.calls().budget().used()).isZero();
        }
    }

    /** The rest of a reply is not read; the connection is closed instead. */
    @Test
    void itemsThatDoNotFitAreOmitted() {
        try (var redis = RedisCalls.writing(server.url())) {
            redis.run("SETRANGE huge 5000000 x");
            redis.run("SET small a");
            var truncates = new ResultRules(
                    Optional.of(100), Overflow.Truncate, RowFormat.Rows, RowShape.Rows, Optional.empty());
            redis.run("SET large <v>", JSON.writeValueAsString(Map.of("v", "x".repeat(300_000))));
            for (var last : List.of("large large large", "huge small")) {
                assertThat(redis.run("MGET small large large " + last, truncates))
                        .startsWith("[{\"value\":\"a\"},{\"value\":\"xx")
                        .contains("\\\"truncated\\\":true,\\\"rows\\\":" + (last.startsWith("huge") ? 3 : 4));
            }
            assertThat(redis.run("MGET huge small", truncates))
                    .endsWith("with its first row alone; select fewer columns or shorter values" + TOOK_EFFECT);
            assertThat(redis.run("GET small")).isEqualTo("[{\"value\":\"a\"}]");
            redis.run("DEL large huge small");
            assertThat(redis.calls().budget().used()).isZero();
        }
    }

    /** Beyond a thousand items left out, the connection is closed instead. */
    @ParameterizedTest
    @ValueSource(ints = {3, 900, 5_000})
    void itemsBeyondTheLimitOfAToolAreOmitted(int items) {
        var rules = new ResultRules(Optional.of(2), Overflow.Truncate, RowFormat.Rows, RowShape.Rows, Optional.empty());
        try (var redis = RedisCalls.writing(server.url())) {
            for (var item = 0; item < items; item += 1_000) {
                redis.run("RPUSH many" + " x".repeat(Math.min(1_000, items - item)));
            }
            assertThat(redis.run("LRANGE many 0 -1", rules))
                    .startsWith("[{\"value\":\"x\"},{\"value\":\"x\"}]{")
                    .contains("\\\"truncated\\\":true");
            assertThat(redis.run("LLEN many", rules)).isEqualTo("[{\"value\":%d}]".formatted(items));
            assertThat(redis.run("LRANGE many 0 1", rules)).isEqualTo("[{\"value\":\"x\"},{\"value\":\"x\"}]");
            redis.run("DEL many");
        }
    }

    @Test
    void tooManyRowsFailTheCall() {
        try (var redis = RedisCalls.on(
                RedisCalls.adapter(Access.ReadWrite, 60_000, 2), Map.of(RedisCalls.key("url"), server.url()))) {
            redis.run("RPUSH rows a b");
            assertThat(redis.run("LRANGE rows 0 -1")).isEqualTo("[{\"value\":\"a\"},{\"value\":\"b\"}]");
            redis.run("RPUSH rows c");
            assertThat(redis.run("LRANGE rows 0 -1"))
                    .isEqualTo("result: the result has more than 2 rows" + TOOK_EFFECT);
            redis.run("DEL rows");
            assertThat(redis.state()).isEqualTo("UP");
        }
    }

    @Test
    void databaseNumberOfTheAddressIsUsed() {
        try (var third = RedisCalls.writing(server.url() + "/3");
                var first = RedisCalls.writing(server.url())) {
            third.run("SET only here");
            assertThat(third.run("GET only")).isEqualTo("[{\"value\":\"here\"}]");
            assertThat(first.run("GET only")).isEqualTo("[{\"value\":null}]");
        }
    }

    @Test
    void connectionOfACancelledCallIsNotUsedAgain() {
        try (var redis = RedisCalls.writing(server.url());
                var scope = CallScope.open(redis.calls().deadlines(), 60_000);
                var out = redis.calls().budget().open(TestCalls.MAX_RESULT)) {
            redis.run("DEL queue");
            var waiting = redis.tool("BLPOP queue 0");
            var ended = new ArrayList<String>();
            var call = Thread.ofVirtual().start(() -> ended.add(TestCalls.run(waiting, "{}", scope, out)));
            while (!waitsForAnItem()) {
                LockSupport.parkNanos(10_000_000);
            }
            scope.end(CallScope.End.CLIENT);
            join(call);
            assertThat(ended).containsExactly("cancelled: the call was cancelled" + UNKNOWN_EFFECT);
            // Until the database has seen the end of the connection, it gives the item to it.
            while (waitsForAnItem()) {
                LockSupport.parkNanos(10_000_000);
            }
            redis.run("RPUSH queue item");
            assertThat(redis.run("LRANGE queue 0 -1")).isEqualTo("[{\"value\":\"item\"}]");
        }
    }

    /** A command of an adapter that only reads changes nothing. */
    @Test
    void cancelledReadSaysNothingOfAnEffect() {
        try (var redis = RedisCalls.reading(server.url())) {
            var waiting = redis.tool("XREAD BLOCK 0 STREAMS none 0");
            assertThat(redis.calls().run(waiting, "{}", ResultBuffer.Form.PLAIN, Duration.ofMillis(200)))
                    .isEqualTo("timeout: the call took too long and was cancelled");
        }
    }

    @Test
    void slowCallTimesOut() {
        try (var redis = RedisCalls.writing(server.url())) {
            redis.run("DEL queue");
            assertThat(redis.calls().runUntil(this::waitsForAnItem, redis.tool("BLPOP queue 0"), "{}"))
                    .isEqualTo("timeout: the call took too long and was cancelled" + UNKNOWN_EFFECT);
            assertThat(redis.run("EXISTS queue")).isEqualTo("[{\"value\":0}]");
        }
    }

    private boolean waitsForAnItem() {
        return server.command("CLIENT", "LIST").contains("cmd=blpop");
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
