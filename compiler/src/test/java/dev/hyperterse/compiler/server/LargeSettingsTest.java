package dev.hyperterse.compiler.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.catalog.values.ValueSetCodec;
import dev.hyperterse.compiler.CatalogCompiler;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.Manifests;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Published;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** More values than a Secret can hold twice, which it has to while they change. */
class LargeSettingsTest {
    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop, namespace: default}
            spec:
              adapters: [{name: demo, engine: Sqlite, url: ":memory:", sqlite: {initSql: {configMapKeyRef: {name: data, key: sql}}}}]
              auth:
                required: [partners]
                plugins: [{name: partners, apiKey: {keysFrom: {secretRef: {name: partners}}}}]
            ---
            apiVersion: hyperterse.dev/v1alpha1
            kind: Tool
            metadata: {name: one, namespace: default}
            spec:
              serverRefs: [{name: shop}]
              description: %s
              statement: {adapter: demo, text: {inline: "SELECT 1"}}
            ---
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: data, namespace: default}
            data: {sql: "%s"}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: partners, namespace: default}
            stringData:
            %s
            """;
    private static final String LARGE = "SELECT 1; ".repeat(60_000);

    @Test
    void valuesThatAreTooLargeAreAProblemOfTheServerAndHoldUpNoDefinition() {
        var before = compile("first", "SELECT 1;", keys(0, 2), Published.nothing());
        var compiled = compile("second", LARGE, keys(0, 2), published(before));

        assertThat(compiled.problems()).extracting(Problem::reason).containsExactly(Reason.InvalidServer);
        assertThat(compiled.problems().getFirst().message()).contains("586 KiB, more than 450");
        assertThat(compiled.keptLastGood()).isTrue();
        assertThat(compiled.values()).isEqualTo(before.values());
        assertThat(compiled.served())
                .singleElement()
                .satisfies(it -> assertThat(it.leaf().toString()).contains("second"));
    }

    @Test
    void aKeyThatIsTakenAwayIsRevokedBesideThem() {
        var before = published(compile("first", "SELECT 1;", keys(0, 3), Published.nothing()));
        var compiled = compile("first", LARGE, keys(1, 4), before);

        assertThat(ApiKeyDigests.read(compiled.values().get(ValueKey.auth("partners", "keys")))
                        .principals())
                .containsValues("caller-1", "caller-2")
                .hasSize(2);
    }

    @Test
    void thousandsOfKeysFitAndTenThousandDoNot() {
        var many = compile("first", "SELECT 1;", keys(0, 5_000), Published.nothing());
        assertThat(many.problems()).isEmpty();
        assertThat(2 * ValueSetCodec.encode(many.values()).length).isLessThan(1 << 20);

        var tooMany = compile("first", "SELECT 1;", keys(0, 10_000), Published.nothing());
        assertThat(tooMany.problems()).extracting(Problem::reason).containsExactly(Reason.InvalidServer);
        assertThat(tooMany.publishable()).isFalse();
    }

    private static CompiledServer compile(String description, String sql, String keys, Published published) {
        var inputs = Manifests.read(SERVER.formatted(description, sql, keys)).inputs();
        return new CatalogCompiler().compile(inputs.withPublished(published));
    }

    private static Published published(CompiledServer before) {
        return Published.of(before.toCatalog(new Revision("before", 1, "")));
    }

    private static String keys(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj("  caller-%1$d: key-0123456789-%1$d"::formatted)
                .collect(Collectors.joining("\n"));
    }
}
