package dev.hyperterse.compiler.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.document.DocumentCommand;
import dev.hyperterse.catalog.server.adapter.Adapter.Access;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Problem;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The rules of document commands: what each lets through becomes, and what each refuses. */
class DocumentCompilerTest {
    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            {"find": "orders"} => find orders
            {"find": "orders", "filter": {"s": "{{ inputs.s }}"}} => find orders filter={s: <s STRING>}
            {"find": "orders", "filter": {"s": {{ inputs.s }}}} => find orders filter={s: <s STRING>}
            {"find": "orders", "filter": {"a": "x{{ inputs.s }}y", "b": "{{{{s}}"}} => find orders filter={a: <'x' s 'y' STRING>, b: STRING({{s}})}
            {"find": "orders", "filter": {"i": "{{ inputs.i }}", "f": "{{ inputs.f }}", "b": "{{ inputs.b }}", "d": "{{ inputs.d }}"}} => find orders filter={i: <i INT64>, f: <f NUMBER>, b: <b BOOLEAN>, d: <d DATE>}
            {"find": "orders", "filter": {"o": "{{ inputs.o }}", "l": {"$in": "{{ inputs.ids }}"}}} => find orders filter={o: <o JSON>, l: {$in: <ids... STRING>}}
            {"find": "orders", "filter": {"_id": {"$oid": "{{ inputs.s }}"}}} => find orders filter={_id: <s OBJECT_ID>}
            {"find": "orders", "filter": {"_id": {"$in": {"$oid": "{{ inputs.ids }}"}}}} => find orders filter={_id: {$in: <ids... OBJECT_ID>}}
            {"find": "orders", "filter": {"_id": {"$oid": "65a1b2c3d4e5f60718293a4b"}}} => find orders filter={_id: OBJECT_ID(65a1b2c3d4e5f60718293a4b)}
            {"find": "orders", "filter": {"at": {"$gt": {"$date": "{{ inputs.s }}T00:00:00Z"}}}} => find orders filter={at: {$gt: <s 'T00:00:00Z' DATE>}}
            {"find": "orders", "filter": {"n": [1, 3000000000, 1.5, true, null, 1e2]}} => find orders filter={n: [INT32(1), INT64(3000000000), DOUBLE(1.5), BOOLEAN(true), NULL(null), DOUBLE(1e2)]}
            {"find": "orders", "filter": {"n": {"$regex": "^{{ inputs.s | regex }}", "$options": "i"}}} => find orders filter={n: {$regex: <'^' s/regex STRING>, $options: STRING(i)}}
            {"find": "orders", "filter": {"$expr": {"$eq": ["$a", "{{ inputs.s }}"]}}} => find orders filter={$expr: {$eq: [STRING($a), {$literal: <s STRING>}]}}
            {"find": "orders", "projection": {"a": 1, "b": "{{ inputs.s }}"}} => find orders projection={a: INT32(1), b: {$literal: <s STRING>}}
            {"find": "orders", "sort": {"a": -1}, "skip": "{{ inputs.n }}", "limit": {{ inputs.n }}} => find orders sort={a: INT32(-1)} skip=<n INT64> limit=<n INT64>
            {"find": "{{ inputs.which }}"} => find <which: [customers, orders]>
            {"count": "orders", "query": {"s": "{{ env.REGION }}"}} => count orders query={s: <REGION STRING>}
            {"distinct": "orders", "key": "status"} => distinct orders key=STRING(status)
            {"aggregate": "orders", "pipeline": [{"$match": {"s": "{{ inputs.s }}"}}, {"$project": {"n": "{{ inputs.s }}"}}, {"$limit": "{{ inputs.n }}"}]} => aggregate orders pipeline=[{$match: {s: <s STRING>}}, {$project: {n: {$literal: <s STRING>}}}, {$limit: <n INT64>}]
            {"aggregate": "orders", "pipeline": [{"$group": {"_id": {"$literal": "{{ inputs.s }}"}, "o": {"$first": "{{ inputs.o }}"}}}]} => aggregate orders pipeline=[{$group: {_id: {$literal: <s STRING>}, o: {$first: {$literal: <o JSON>}}}}]
            {"aggregate": "orders", "pipeline": [{"$lookup": {"from": "customers", "let": {"x": "{{ inputs.s }}"}, "pipeline": [{"$match": {"s": "{{ inputs.s }}"}}], "as": "c"}}]} => aggregate orders pipeline=[{$lookup: {from: STRING(customers), let: {x: {$literal: <s STRING>}}, pipeline: [{$match: {s: <s STRING>}}], as: STRING(c)}}]
            {"aggregate": "orders", "pipeline": [{"$replaceWith": {"$setField": {"field": {"$literal": "$a"}, "input": "$$ROOT", "value": "{{ inputs.s }}"}}}, {"$project": {"b": {"$getField": "c"}}}]} => aggregate orders pipeline=[{$replaceWith: {$setField: {field: {$literal: STRING($a)}, input: STRING($$ROOT), value: {$literal: <s STRING>}}}}, {$project: {b: {$getField: STRING(c)}}}]
            {"aggregate": "orders", "pipeline": [{"$facet": {"a": [{"$count": "n"}]}}, {"$unionWith": "customers"}]} => aggregate orders pipeline=[{$facet: {a: [{$count: STRING(n)}]}}, {$unionWith: STRING(customers)}]
            {"insert": "orders", "documents": ["{{ inputs.o }}", {"a": {"$numberDecimal": "{{ inputs.f }}"}}]} => insert orders documents=[<o JSON>, {a: <f DECIMAL>}]
            {"update": "orders", "updates": [{"q": {"i": "{{ inputs.i }}"}, "u": {"$set": {"s": "{{ inputs.maybe }}"}, "$push": {"t": {"$each": ["{{ inputs.s }}"]}}}, "multi": true}]} => update orders updates=[{q: {i: <i INT64>}, u: {$set: {s: <maybe STRING>}, $push: {t: {$each: [<s STRING>]}}}, multi: BOOLEAN(true)}]
            {"update": "orders", "updates": [{"q": {}, "u": [{"$set": {"s": "{{ inputs.s }}"}}]}]} => update orders updates=[{q: {}, u: [{$set: {s: {$literal: <s STRING>}}}]}]
            {"delete": "orders", "deletes": [{"q": {"i": "{{ inputs.i }}"}, "limit": 1}]} => delete orders deletes=[{q: {i: <i INT64>}, limit: INT32(1)}]
            {"findAndModify": "orders", "query": {"i": "{{ inputs.i }}"}, "update": {"$inc": {"n": "{{ inputs.i }}"}}, "new": true} => findAndModify orders query={i: <i INT64>} update={$inc: {n: <i INT64>}} new=BOOLEAN(true)
            """)
    void commandBecomes(String text, String compiled) {
        assertThat(compile(text, Access.ReadWrite)).isInstanceOfSatisfying(Checked.Sound.class, sound -> assertThat(
                        RenderedCommand.of((DocumentCommand) sound.value()))
                .isEqualTo(compiled));
    }

    @ParameterizedTest
    @CsvSource(delimiterString = " => ", quoteCharacter = '`', textBlock = """
            [] => malformed-json
            {"find": "orders" => malformed-json
            {'find': 'orders'} => malformed-json
            {"find": "orders"} x => malformed-json
            {"find": "orders", "filter": {"a": 01}} => malformed-json
            {"find": "orders", "filter": {"a": "\\u0000"}} => malformed-json
            {"find": "orders", "filter": {"a": 1, "a": 2}} => duplicate-key
            {"find": "orders", "filter": {"a": 1, "\\u0061": 2}} => duplicate-key
            {"find": "orders", "filter": {"{{ inputs.s }}": 1}} => placeholder-in-key
            {"find": "orders", "filter": {"a.{{ inputs.s }}": 1}} => placeholder-in-key
            {"find": "orders", "filter": "{{ inputs.o }}"} => field-shape
            {"find": "orders", "filter": {"$or": "{{ inputs.o }}"}} => field-shape
            {"find": "orders", "filter": {"$or": [{{ inputs.o }}]}} => field-shape
            {"find": "orders", "filter": {"a": {"$elemMatch": "{{ inputs.o }}"}}} => field-shape
            {"find": "orders", "filter": {"a": {"$not": {{ inputs.o }}}}} => field-shape
            {"find": "{{ inputs.s }}"} => choice-without-enum
            {"find": "{{ inputs.hidden }}"} => collection-name
            {"find": "system.users"} => collection-name
            {"find": "x{{ inputs.which }}"} => collection-name
            {"find": "orders", "$db": "admin"} => command-field
            {"find": "orders", "maxTimeMS": 1} => command-field
            {"find": "orders", "tailable": true} => command-field
            {"filter": {}, "find": "orders"} => command-kind
            {"mapReduce": "orders", "map": "x"} => command-kind
            {"eval": "x"} => command-kind
            {"dropDatabase": 1} => command-kind
            {"find": "orders", "filter": {"$where": "true"}} => code-operator
            {"find": "orders", "filter": {"\\u0024where": "true"}} => code-operator
            {"find": "orders", "filter": {"$expr": {"$function": {"body": "x", "args": [], "lang": "js"}}}} => code-operator
            {"find": "orders", "filter": {"a": {"$code": "x"}}} => code-operator
            {"aggregate": "orders", "pipeline": [{"$group": {"_id": 1, "a": {"$accumulator": {}}}}]} => code-operator
            {"aggregate": "orders", "pipeline": [{"$out": "x"}]} => stage-kind
            {"aggregate": "orders", "pipeline": [{"$facet": {"a": [{"$merge": "x"}]}}]} => stage-kind
            {"aggregate": "orders", "pipeline": [{"$lookup": {"from": "c", "pipeline": [{"$out": "x"}], "as": "c"}}]} => stage-kind
            {"aggregate": "orders", "pipeline": [{"$currentOp": {}}]} => stage-kind
            {"aggregate": "orders", "pipeline": [{"$changeStream": {}}]} => stage-kind
            {"aggregate": "orders", "pipeline": [{"$match": {}, "$out": "x"}]} => field-shape
            {"aggregate": "orders", "pipeline": "{{ inputs.o }}"} => field-shape
            {"aggregate": "orders", "pipeline": ["{{ inputs.o }}"]} => field-shape
            {"aggregate": "orders", "pipeline": [{"$lookup": {"from": "{{ inputs.s }}", "as": "c"}}]} => collection-name
            {"aggregate": "orders", "pipeline": [{"$unwind": "{{ inputs.s }}"}]} => placeholder-position
            {"aggregate": "orders", "pipeline": [{"$limit": "{{ inputs.i }}"}]} => number-position
            {"aggregate": "orders", "pipeline": [{"$limit": "{{ inputs.s }}"}]} => number-position
            {"find": "orders", "limit": "1{{ inputs.n }}"} => number-position
            {"find": "orders", "projection": {"a": {"$getField": "{{ inputs.s }}"}}} => field-shape
            {"find": "orders", "projection": {"a": {"$getField": {"$literal": "{{ inputs.s }}"}}}} => field-shape
            {"find": "orders", "projection": {"a": {"$getField": {"field": "{{ inputs.s }}", "input": "$b"}}}} => field-shape
            {"find": "orders", "filter": {"$expr": {"$getField": {"field": {"$concat": ["a", "{{ inputs.s }}"]}, "input": "$b"}}}} => field-shape
            {"aggregate": "orders", "let": {"x": "{{ inputs.s }}"}, "pipeline": [{"$project": {"a": {"$getField": "$$x"}}}]} => field-shape
            {"aggregate": "orders", "pipeline": [{"$set": {"a": {"$setField": {"field": "{{ inputs.s }}", "input": "$b", "value": 1}}}}]} => field-shape
            {"aggregate": "orders", "pipeline": [{"$set": {"a": {"$unsetField": {"field": "{{ inputs.s }}", "input": "$b"}}}}]} => field-shape
            {"find": "orders", "hint": "{{ inputs.s }}"} => placeholder-position
            {"find": "orders", "hint": 1} => field-shape
            {"find": "orders", "limit": "5"} => field-shape
            {"find": "orders", "limit": -5} => field-shape
            {"find": "orders", "sort": "a"} => field-shape
            {"distinct": "orders", "key": {"a": 1}} => field-shape
            {"find": "orders", "filter": {"a": {"$regex": "{{ inputs.s }}"}}} => regex-position
            {"find": "orders", "filter": {"a": "{{ inputs.s | regex }}"}} => regex-position
            {"find": "orders", "filter": {"a": "{{ inputs.s | like }}"}} => unknown-filter
            {"find": "orders", "filter": {"_id": {"$oid": "12"}}} => wrapped-value
            {"find": "orders", "filter": {"a": {"$date": 12}}} => wrapped-value
            {"find": "orders", "filter": {"a": {"$oid": "{{ inputs.o }}"}}} => json-in-text
            {"find": "orders", "filter": {"a": "x{{ inputs.ids }}"}} => list-position
            {"find": "orders", "filter": {"a": "{{ inputs.none }}"}} => unknown-input
            {"insert": "orders", "documents": [{"$set": 1}]} => operator-position
            {"insert": "orders", "documents": [{"a": {"$gt": 1}}]} => operator-position
            {"update": "orders", "updates": [{"q": {}, "u": "{{ inputs.o }}"}]} => field-shape
            {"update": "orders", "updates": [{"q": {}, "u": {"$set": "{{ inputs.o }}"}}]} => field-shape
            {"update": "orders", "updates": [{"q": {}, "u": {"$explode": {}}}]} => operator-position
            {"update": "orders", "updates": [{"q": {}, "u": {"$pull": {"a": "{{ inputs.o }}"}}}]} => json-in-text
            {"update": "orders", "updates": [{"q": {}, "u": [{"$lookup": {}}]}]} => stage-kind
            {"update": "orders", "updates": [{"q": {"a": "{{ inputs.maybe }}"}, "u": {"$set": {"a": 1}}}]} => absent-in-write
            {"delete": "orders", "deletes": [{"q": {"a": "{{ inputs.maybe }}"}, "limit": 0}]} => absent-in-write
            """)
    void commandIsRefused(String text, String rule) {
        assertThat(problems(text, Access.ReadWrite)).extracting(Problem::rule).startsWith(rule);
        assertThat(problems(text, Access.ReadWrite)).allSatisfy(problem -> {
            assertThat(problem.position()).isPresent();
            assertThat(problem.remedy()).isNotBlank();
        });
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"insert\": \"a\", \"documents\": []}",
                "{\"update\": \"a\", \"updates\": []}",
                "{\"delete\": \"a\", \"deletes\": []}",
                "{\"findAndModify\": \"a\", \"remove\": true}"
            })
    void writesNeedAnAdapterThatWrites(String text) {
        assertThat(problems(text, Access.ReadOnly)).extracting(Problem::rule).containsExactly("write-on-read-only");
        assertThat(problems(text, Access.ReadWrite)).isEmpty();
    }

    @Test
    void problemPointsAtItsPlace() {
        var problem = problems("{\"find\": \"a\",\n \"filter\": {\"$where\": 1}}", Access.ReadOnly)
                .getFirst();
        assertThat(problem.position()).hasValueSatisfying(position -> {
            assertThat(position.line()).isEqualTo(2);
            assertThat(position.column()).isEqualTo(13);
        });
    }

    @Test
    void nestingIsBounded() {
        var deep = "{\"find\": \"a\", \"filter\": " + "{\"a\":".repeat(10_000) + "1" + "}".repeat(10_001);
        assertThat(problems(deep, Access.ReadOnly)).extracting(Problem::rule).containsExactly("document-depth");
    }

    private static List<Problem> problems(String text, Access access) {
        return compile(text, access).problems();
    }

    private static Checked<DocumentCommand> compile(String text, Access access) {
        return new DocumentCompiler()
                .compile(new DocumentSource("spec.statement.text", text, access, DocumentInputs.ALL, Set.of("REGION")));
    }
}
