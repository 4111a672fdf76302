package dev.hyperterse.compiler.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.deadline.CallScope;
import dev.hyperterse.catalog.result.ResultRules;
import dev.hyperterse.catalog.result.ResultRules.Overflow;
import dev.hyperterse.catalog.result.RowFormat;
import dev.hyperterse.catalog.result.RowShape;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.testbed.store.MongodbServer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import tools.jackson.databind.json.JsonMapper;

/** Commands from their text to the rows of a server that speaks MongoDB's protocol. */
@Timeout(120)
class DocumentsIT {
    private static final JsonMapper JSON = JsonMapper.shared();

    private MongodbServer server;
    private DocumentCalls calls;

    @BeforeEach
    void start() {
        server = MongodbServer.create();
        server.insert(
                "orders",
                "{\"_id\": 1, \"status\": \"open\", \"total\": 9.5, \"tags\": [\"a\", \"b\"]}",
                "{\"_id\": 2, \"status\": \"paid\", \"total\": 20, \"tags\": [\"b\"]}",
                "{\"_id\": 3, \"status\": \"$total\", \"total\": 30, \"tags\": []}");
        calls = calls(server.url(), Access.ReadWrite, 1000);
    }

    @AfterEach
    void stop() {
        calls.close();
        server.close();
    }

    private static DocumentCalls calls(String url, Access access, int maxRows) {
        return new DocumentCalls(url, MongodbServer.DATABASE, access, maxRows, DocumentInputs.OPTIONAL);
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            {"$oid": "65a1b2c3d4e5f60718293a4b"} => {"$oid":"65a1b2c3d4e5f60718293a4b"}
            {"$date": "2026-01-02T03:04:05Z"} => {"$date":"2026-01-02T03:04:05Z"}
            {"$date": "2026-01-02T03:04:05.678+02:00"} => {"$date":"2026-01-02T01:04:05.678Z"}
            {"$date": "1969-12-31T23:59:59Z"} => {"$date":{"$numberLong":"-1000"}}
            {"$numberDecimal": "0.10"} => {"$numberDecimal":"0.10"}
            {"$numberLong": "9007199254740993"} => 9007199254740993
            {"$numberInt": "7"} => 7
            {"$numberDouble": "1.5"} => 1.5
            {"$uuid": "00112233-4455-6677-8899-aabbccddeeff"} => {"$binary":{"base64":"ABEiM0RVZneImaq7zN3u/w==","subType":"04"}}
            "é \\"q\\" \\\\ \\n" => "é \\"q\\" \\\\ \\n"
            [1, "a", null, true, {"b": []}] => [1,"a",null,true,{"b":[]}]
            3000000000 => 3000000000
            1e3 => 1000.0
            null => null
            """)
    void valueOfEachTypeComesBack(String written, String json) {
        assertThat(calls.run("{\"insert\": \"types\", \"documents\": [{\"_id\": 1, \"v\": " + written + "}]}", "{}"))
                .isEqualTo("[{\"affected\":1}]");
        assertThat(calls.run("{\"find\": \"types\"}", "{}")).isEqualTo("[{\"_id\":1,\"v\":" + json + "}]");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            inputs.i => {"i": 9007199254740993} => 9007199254740993
            inputs.f => {"f": 0.1} => 0.1
            inputs.f => {"f": 12345678901234567.89} => {"$numberDecimal":"12345678901234567.89"}
            inputs.b => {"b": true} => true
            inputs.d => {"d": "2026-01-02T03:04:05+02:00"} => {"$date":"2026-01-02T01:04:05Z"}
            inputs.d => {"d": "2026-01-02 03:04:05"} => {"$date":"2026-01-02T03:04:05Z"}
            inputs.d => {"d": "2026-01-02"} => {"$date":"2026-01-02T00:00:00Z"}
            inputs.o => {"o": {"a": [1, 2.5, "x", null, {"b": true}]}} => {"a":[1,2.5,"x",null,{"b":true}]}
            inputs.ids => {"ids": ["x", "$y"]} => ["x","$y"]
            inputs.s => {} => null
            """)
    void inputHasItsType(String placeholder, String arguments, String json) {
        calls.run(
                "{\"insert\": \"types\", \"documents\": [{\"_id\": 1, \"v\": {{ " + placeholder + " }}}]}", arguments);
        assertThat(calls.run("{\"find\": \"types\"}", "{}")).isEqualTo("[{\"_id\":1,\"v\":" + json + "}]");
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            {"find": "orders", "filter": {"status": "{{ inputs.s }}"}, "projection": {"total": 1}} => {"s": "open"} => [{"_id":1,"total":9.5}]
            {"find": "{{ inputs.which }}", "sort": {"_id": -1}, "limit": 1, "skip": 1, "projection": {"_id": 1}} => {} => [{"_id":2}]
            {"find": "{{ inputs.which }}"} => {"which": "customers"} => []
            {"find": "orders", "filter": {"status": {"$in": "{{ inputs.ids }}"}}, "projection": {"_id": 1}} => {"ids": ["open", "paid"]} => [{"_id":1},{"_id":2}]
            {"find": "orders", "filter": {"status": {"$regex": "^{{ inputs.s | regex }}"}}, "projection": {"_id": 1}} => {"s": "."} => []
            {"find": "orders", "filter": {"status": {"$regex": "^{{ inputs.s | regex }}"}}, "projection": {"_id": 1}} => {"s": "$to"} => [{"_id":3}]
            {"find": "orders", "filter": {"status": "{{ inputs.o }}"}} => {"o": {"gt": ""}} => []
            {"find": "orders", "filter": {"status": "{{ inputs.o }}"}} => {"o": {"$gt": ""}} => validation: the key '$gt' is not allowed: keys of objects neither begin with $ nor contain a dot
            {"find": "orders", "filter": {"status": "{{ inputs.o }}"}} => {"o": {"a": [{"b.c": 1}]}} => validation: the key 'b.c' is not allowed: keys of objects neither begin with $ nor contain a dot
            {"find": "orders", "filter": {"_id": {"$oid": "{{ inputs.s }}"}}} => {"s": "zz"} => binding: 'zz' is not a valid ObjectId (24 hexadecimal digits)
            {"count": "orders", "query": {"total": {"$gte": "{{ inputs.i }}"}}} => {"i": 20} => [{"count":2}]
            {"distinct": "orders", "key": "tags"} => {} => [{"value":"a"},{"value":"b"}]
            {"aggregate": "orders", "pipeline": [{"$match": {"_id": "{{ inputs.i }}"}}, {"$project": {"v": "{{ inputs.s }}"}}]} => {"i": 1, "s": "$total"} => [{"_id":1,"v":"$total"}]
            {"aggregate": "orders", "pipeline": [{"$match": {"_id": "{{ inputs.i }}"}}, {"$project": {"v": "{{ inputs.b }}"}}]} => {"i": 1, "b": false} => [{"_id":1,"v":false}]
            {"aggregate": "orders", "pipeline": [{"$match": {"_id": 2}}, {"$project": {"_id": 0, "v": "$total"}}]} => {} => [{"v":20}]
            """)
    void commandReturns(String command, String arguments, String rows) {
        assertThat(calls.run(command, arguments)).isEqualTo(rows);
    }

    @Test
    void writesSayHowManyTheyAffected() {
        var inputs = DocumentInputs.ALL.stream()
                .filter(input -> input.name().equals("i"))
                .toList();
        try (var writes = new DocumentCalls(server.url(), MongodbServer.DATABASE, Access.ReadWrite, 10, inputs)) {
            var update = "{\"update\": \"orders\", \"updates\": [{\"q\": {\"total\": {\"$gte\": \"{{ inputs.i }}\"}},"
                    + " \"u\": {\"$set\": {\"status\": \"shipped\"}}, \"multi\": true}]}";
            assertThat(writes.run(update, "{\"i\": 20}")).isEqualTo("[{\"affected\":2}]");
            assertThat(writes.run(update, "{\"i\": 20}")).isEqualTo("[{\"affected\":0}]");
            var delete =
                    "{\"delete\": \"orders\", \"deletes\": [{\"q\": {\"_id\": \"{{ inputs.i }}\"}, \"limit\": 1}]}";
            assertThat(writes.run(delete, "{\"i\": 2}")).isEqualTo("[{\"affected\":1}]");
            var modify = "{\"findAndModify\": \"orders\", \"query\": {\"_id\": \"{{ inputs.i }}\"},"
                    + " \"update\": {\"$inc\": {\"total\": 1}}, \"new\": true, \"fields\": {\"total\": 1}}";
            assertThat(writes.run(modify, "{\"i\": 3}")).isEqualTo("[{\"_id\":3,\"total\":31}]");
            assertThat(writes.run(modify, "{\"i\": 4}")).isEqualTo("[]");
        }
    }

    @Test
    void duplicateIsSaidInTheWordsOfTheDatabase() {
        assertThat(calls.run("{\"insert\": \"orders\", \"documents\": [{\"_id\": 9}, {\"_id\": 1}]}", "{}"))
                .startsWith("execution: E11000 duplicate key")
                .contains("of the documents were written")
                .doesNotContain(MongodbServer.HOST);
    }

    @ParameterizedTest
    @MethodSource("hostile")
    void hostileTextArrivesUnchangedEverywhere(String payload) {
        var arguments = "{\"s\": " + JSON.writeValueAsString(payload) + ", \"i\": 1}";
        var quoted = JSON.writeValueAsString(payload);
        for (var stored : List.of(
                "{\"insert\": \"t\", \"documents\": [{\"v\": \"{{ inputs.s }}\"}]}",
                "{\"update\": \"t\", \"updates\": [{\"q\": {\"_id\": 1}, \"u\": {\"$set\": {\"v\": {{ inputs.s }}}}, \"upsert\": true}]}",
                "{\"update\": \"t\", \"updates\": [{\"q\": {\"_id\": 2}, \"u\": {\"v\": {{ inputs.s }}}, \"upsert\": true}]}")) {
            assertThat(calls.run(stored, arguments)).as(stored).isEqualTo("[{\"affected\":1}]");
        }
        var found = "[{\"count\":3}]";
        assertThat(calls.run("{\"count\": \"t\", \"query\": {\"v\": \"{{ inputs.s }}\"}}", arguments))
                .isEqualTo(found);
        assertThat(calls.run("{\"count\": \"t\", \"query\": {\"v\": {\"$eq\": \"{{ inputs.s }}\"}}}", arguments))
                .isEqualTo(found);
        assertThat(calls.run("{\"count\": \"t\", \"query\": {\"v\": {\"$in\": [\"{{ inputs.s }}\"]}}}", arguments))
                .isEqualTo(found);
        assertThat(calls.run(
                        "{\"count\": \"t\", \"query\": {\"$and\": [{\"v\": \"{{ inputs.s }}\"}, {\"v\": {\"$ne\": \"x{{ inputs.s }}\"}}]}}",
                        arguments))
                .isEqualTo(found);
        assertThat(calls.run(
                        "{\"count\": \"t\", \"query\": {\"v\": {\"$regex\": \"^{{ inputs.s | regex }}$\"}}}",
                        arguments))
                .isEqualTo(found);
        assertThat(calls.run(
                        "{\"count\": \"t\", \"query\": {\"$expr\": {\"$eq\": [\"$v\", \"{{ inputs.s }}\"]}}}",
                        arguments))
                .isEqualTo(found);
        assertThat(calls.run(
                        "{\"aggregate\": \"t\", \"pipeline\": [{\"$limit\": 1}, {\"$project\": {\"_id\": 0, \"w\": \"{{ inputs.s }}\"}}]}",
                        arguments))
                .isEqualTo("[{\"w\":" + quoted + "}]");
        assertThat(calls.run(
                        "{\"aggregate\": \"t\", \"pipeline\": [{\"$group\": {\"_id\": \"{{ inputs.s }}\", \"n\": {\"$sum\": 1}}}]}",
                        arguments))
                .isEqualTo("[{\"_id\":" + quoted + ",\"n\":3}]");
    }

    static Stream<String> hostile() {
        var parts = List.of(
                "'",
                "\"",
                "\\",
                "$",
                "$where",
                "$gt",
                "$$ROOT",
                "$password",
                "{\"$gt\":\"\"}",
                "}",
                "]",
                "},{",
                ":",
                ",",
                "; return true",
                "a.b",
                "{{ inputs.i }}",
                "{{{{",
                "%",
                "_",
                ".*",
                "^",
                "(?i)",
                "[a-z]+",
                "\\Q\\E",
                "\u2028",
                "é",
                "\uD83D\uDE00",
                "/*",
                "*/",
                "--",
                "#",
                "`",
                "null",
                "true",
                "1",
                "-",
                "~",
                "&&",
                "||",
                "\t",
                " ");
        var payloads = new ArrayList<>(parts);
        for (var first = 0; first < parts.size(); first++) {
            payloads.add(parts.get(first) + parts.get((first * 7 + 3) % parts.size()));
        }
        return payloads.stream().distinct();
    }

    @Test
    void documentsBeyondTheLimitOfAToolAreLeftOut() {
        var rules = new ResultRules(Optional.of(2), Overflow.Truncate, RowFormat.Rows, RowShape.Rows, Optional.empty());
        server.insert(
                "some",
                IntStream.range(0, 900).mapToObj(i -> "{\"_id\": " + i + "}").toArray(String[]::new));
        try (var few = calls(server.url(), Access.ReadOnly, 500)) {
            for (var command : List.of(
                    "{\"find\": \"some\", \"sort\": {\"_id\": 1}}",
                    "{\"aggregate\": \"some\", \"pipeline\": [{\"$sort\": {\"_id\": 1}}]}")) {
                assertThat(few.run(command, rules))
                        .startsWith("[{\"_id\":0},{\"_id\":1}]{")
                        .contains("\\\"truncated\\\":true");
            }
            assertThat(few.run("{\"distinct\": \"some\", \"key\": \"_id\"}", rules))
                    .contains("truncated");
            assertThat(few.run("{\"find\": \"some\", \"limit\": 2, \"sort\": {\"_id\": 1}}", rules))
                    .isEqualTo("[{\"_id\":0},{\"_id\":1}]");
            assertThat(few.held()).isZero();
        }
    }

    @Test
    void documentsThatDoNotFitIntoTheAnswerAreLeftOut() {
        var truncates =
                new ResultRules(Optional.empty(), Overflow.Truncate, RowFormat.Rows, RowShape.Rows, Optional.empty());
        var text = "x".repeat(10_000);
        server.insert(
                "long",
                IntStream.range(0, 150)
                        .mapToObj(i -> "{\"_id\": \"" + (i + 1_000) + text + "\"}")
                        .toArray(String[]::new));
        for (var command : List.of(
                "{\"find\": \"long\", \"sort\": {\"_id\": 1}}",
                "{\"aggregate\": \"long\", \"pipeline\": [{\"$sort\": {\"_id\": 1}}]}",
                "{\"distinct\": \"long\", \"key\": \"_id\"}")) {
            var answer = calls.run(command, truncates);
            var rows = answer.split(text, -1).length - 1;
            assertThat(rows).as(command).isBetween(50, 149);
            assertThat(answer)
                    .startsWith("[{\"")
                    .contains("xxx\"}]{\"type\":\"text\"")
                    .contains("\\\"truncated\\\":true,\\\"rows\\\":" + rows);
            assertThat(calls.run(command, "{}")).startsWith("result: the result is larger than ");
        }
        server.insert("one", "{\"_id\": 1}", "{\"_id\": 2, \"v\": \"" + "y".repeat(1_500_000) + "\"}");
        assertThat(calls.run("{\"find\": \"one\", \"sort\": {\"_id\": 1}}", truncates))
                .startsWith("[{\"_id\":1}]{");
        assertThat(calls.run("{\"find\": \"one\", \"sort\": {\"_id\": -1}}", truncates))
                .endsWith("with its first row alone; select fewer columns or shorter values");
        assertThat(calls.held()).isZero();
    }

    @Test
    void moreRowsThanAllowedEndTheCall() {
        server.insert(
                "many",
                IntStream.range(0, 900).mapToObj(i -> "{\"_id\": " + i + "}").toArray(String[]::new));
        try (var few = calls(server.url(), Access.ReadOnly, 500)) {
            assertThat(few.run("{\"find\": \"many\"}", "{}")).isEqualTo("result: the result has more than 500 rows");
            assertThat(few.run("{\"aggregate\": \"many\", \"pipeline\": []}", "{}"))
                    .isEqualTo("result: the result has more than 500 rows");
            assertThat(JSON.readTree(few.run("{\"find\": \"many\", \"limit\": 500}", "{}")))
                    .hasSize(500);
            assertThat(few.held()).isZero();
        }
    }

    @Test
    void largerResultsThanAllowedEndTheCall() {
        var text = "x".repeat(10_000);
        server.insert(
                "large",
                IntStream.range(0, 150)
                        .mapToObj(i -> "{\"v\": \"" + text + "\"}")
                        .toArray(String[]::new));
        assertThat(calls.run("{\"find\": \"large\"}", "{}")).startsWith("result: the result is larger than ");
        assertThat(calls.run("{\"count\": \"large\"}", "{}")).isEqualTo("[{\"count\":150}]");
        assertThat(calls.held()).isZero();
    }

    @Test
    void writeWhoseResultExceedsALimitTookEffect() {
        var text = "x".repeat((int) DocumentCalls.LARGEST_RESULT);
        server.insert("large", "{\"_id\": 1, \"v\": \"" + text + "\"}");
        try (var writes = calls(server.url(), Access.ReadWrite, 10)) {
            assertThat(writes.run(
                            "{\"findAndModify\": \"large\", \"query\": {\"_id\": 1}, \"update\": {\"$set\": {\"n\": 1}}}",
                            "{}"))
                    .startsWith("result: the result is larger than ")
                    .endsWith("; the statement took effect");
            assertThat(writes.run("{\"count\": \"large\", \"query\": {\"n\": 1}}", "{}"))
                    .isEqualTo("[{\"count\":1}]");
        }
    }

    @Test
    void callsWorkAgainWhenTheDatabaseIsBack() {
        assertThat(calls.run("{\"count\": \"orders\"}", "{}")).isEqualTo("[{\"count\":3}]");
        server.stop();
        assertThat(calls.run("{\"count\": \"orders\"}", "{}")).isEqualTo("unavailable: adapter db unavailable");
        assertThat(calls.run("{\"insert\": \"orders\", \"documents\": [{\"_id\": 7}]}", "{}"))
                .isEqualTo("unavailable: adapter db unavailable");
        assertThat(calls.state()).startsWith("DOWN: ").doesNotContain(MongodbServer.HOST);
        server.start();
        var answer = calls.run("{\"count\": \"orders\"}", "{}");
        while (!answer.equals("[{\"count\":0}]")) {
            assertThat(answer).isEqualTo("unavailable: adapter db unavailable");
            answer = calls.run("{\"count\": \"orders\"}", "{}");
        }
        assertThat(calls.run("{\"insert\": \"orders\", \"documents\": [{\"_id\": 7}]}", "{}"))
                .isEqualTo("[{\"affected\":1}]");
        assertThat(calls.state()).isEqualTo("UP");
    }

    @Test
    void writeWhoseAnswerIsLostSaysThatItsEffectIsUnknown() throws IOException {
        try (var between = new HeldConnection(server.port());
                var through = calls(between.url(), Access.ReadWrite, 10)) {
            assertThat(through.run("{\"count\": \"orders\"}", "{}")).isEqualTo("[{\"count\":3}]");
            between.cut("insert");
            assertThat(through.run("{\"insert\": \"orders\", \"documents\": [{\"_id\": 7}]}", "{}"))
                    .isEqualTo("execution: the connection of adapter db was lost while the statement ran;"
                            + " whether it took effect is unknown");
            between.release();
        }
    }

    @Test
    void readIsSentAgainWhenItsConnectionIsLost() throws IOException {
        try (var between = new HeldConnection(server.port());
                var through = calls(between.url(), Access.ReadOnly, 10)) {
            for (var read : List.of("{\"find\": \"orders\", \"filter\": {\"_id\": 1}, \"projection\": {\"_id\": 1}}")) {
                assertThat(through.run(read, "{}")).isEqualTo("[{\"_id\":1}]");
                between.drop();
                assertThat(through.run(read, "{}")).isEqualTo("[{\"_id\":1}]");
            }
        }
    }

    @Test
    void callThatEndsEarlyIsNotWaitedFor() throws Exception {
        try (var between = new HeldConnection(server.port());
                var through = calls(between.url(), Access.ReadWrite, 10)) {
            assertThat(through.run("{\"count\": \"orders\"}", "{}")).isEqualTo("[{\"count\":3}]");
            between.hold("distinct");
            assertThat(ended(through, between, "{\"distinct\": \"orders\", \"key\": \"tags\"}"))
                    .isEqualTo("cancelled: the call was cancelled");
            between.hold("delete");
            assertThat(ended(through, between, "{\"delete\": \"orders\", \"deletes\": [{\"q\": {}, \"limit\": 0}]}"))
                    .isEqualTo("cancelled: the call was cancelled; whether the statement took effect is unknown");
            between.release();
            assertThat(through.run("{\"count\": \"orders\"}", "{}")).isEqualTo("[{\"count\":3}]");
        }
    }

    private static String ended(DocumentCalls through, HeldConnection between, String command) throws Exception {
        try (var scope = through.scope(60_000)) {
            var answer = new CompletableFuture<String>();
            Thread.ofVirtual().start(() -> answer.complete(through.run(command, "{}", scope)));
            between.awaitCommand();
            scope.end(CallScope.End.CLIENT);
            return answer.get();
        }
    }
}
