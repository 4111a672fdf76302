package dev.hyperterse.compiler.server;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.catalog.Revision;
import dev.hyperterse.catalog.server.auth.ApiKeyDigests;
import dev.hyperterse.catalog.values.ValueKey;
import dev.hyperterse.compiler.CatalogCompiler;
import dev.hyperterse.compiler.CompiledServer;
import dev.hyperterse.compiler.ForbiddenDocuments;
import dev.hyperterse.compiler.Manifests;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.compiler.resolve.Published;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Which keys replicas get, by their digests, after a Secret has changed under a server that is published. */
class RevokedKeysTest {
    private static final String SERVER = """
            apiVersion: hyperterse.dev/v1alpha1
            kind: HyperterseServer
            metadata: {name: shop, namespace: default}
            spec:
              adapters: [{name: demo, engine: Sqlite, url: ":memory:"}]
              env: [{name: REGION, valueFrom: {secretKeyRef: {name: others, key: region}}}]
              auth:
                required: [partners]
                plugins:
                  - name: partners
                    apiKey:
                      keys: [{principal: acme, valueFrom: {secretKeyRef: {name: acme, key: current}}}]
                      keysFrom: {secretRef: {name: partners}}
            ---
            apiVersion: v1
            kind: Secret
            metadata: {name: others, namespace: default}
            stringData: {region: %s}
            """;
    private static final String ACME = secret("acme", "current: acme-0123456789abcdef");
    private static final String BEFORE =
            SERVER.formatted("eu") + ACME + secret("partners", "bolt: bolt-0123456789abcdef");

    private static String secret(String name, String entries) {
        return "---\napiVersion: v1\nkind: Secret\nmetadata: {name: %s, namespace: default}\nstringData: {%s}\n"
                .formatted(name, entries);
    }

    @Test
    void theLastKeyOfASecretIsRevoked() {
        var compiled = compile(SERVER.formatted("us") + ACME + secret("partners", ""));

        assertThat(keys(compiled)).isEqualTo(Map.of(digest("acme-0123456789abcdef"), "acme"));
        assertThat(compiled.problems()).isEmpty();

        var nobody = compile(SERVER.formatted("us") + secret("acme", "") + secret("partners", ""));
        assertThat(keys(nobody)).isEmpty();
        assertThat(nobody.problems()).extracting(Problem::reason).containsExactly(Reason.KeyNotFound);
    }

    @Test
    void aSecretThatIsDeletedRevokesItsKeys() {
        var compiled = compile(SERVER.formatted("us") + ACME);

        assertThat(keys(compiled)).isEqualTo(Map.of(digest("acme-0123456789abcdef"), "acme"));
        assertThat(compiled.problems()).extracting(Problem::reason).containsExactly(Reason.SecretNotFound);
    }

    @Test
    void aBadKeyStopsNeitherRevocationNorRotationOfOthers() {
        var compiled = compile(SERVER.formatted("us")
                + secret("acme", "current: short")
                + secret("partners", "bolt: bolt-fedcba9876543210, chip: also-short"));

        assertThat(keys(compiled)).isEqualTo(Map.of(digest("bolt-fedcba9876543210"), "bolt"));
        assertThat(compiled.values().get(ValueKey.environment("REGION"))).isEqualTo("us");
        assertThat(compiled.problems())
                .extracting(Problem::message)
                .containsExactly(
                        "the key of 'acme' is not 16 to 1024 visible ASCII characters",
                        "the key of 'chip' is not 16 to 1024 visible ASCII characters");
    }

    @Test
    void aKeyOfTwoPrincipalsIsNeithers() {
        var compiled = compile(SERVER.formatted("us")
                + ACME
                + secret("partners", "bolt: acme-0123456789abcdef, chip: chip-0123456789abcdef"));

        assertThat(keys(compiled)).isEqualTo(Map.of(digest("chip-0123456789abcdef"), "chip"));
    }

    @Test
    void anotherFaultOfTheAuthenticationKeepsNoKeyThatIsRevoked() {
        var faulty = SERVER.formatted("us").replace("required: [partners]", "required: [partners, nobody]");

        var compiled = compile(faulty + ACME + secret("partners", ""));
        assertThat(keys(compiled)).isEqualTo(Map.of(digest("acme-0123456789abcdef"), "acme"));
        assertThat(compiled.values().get(ValueKey.environment("REGION"))).isEqualTo("eu");

        var without = compile(faulty.replace("keysFrom: {secretRef: {name: partners}}", "") + ACME);
        assertThat(keys(without)).isEqualTo(Map.of(digest("acme-0123456789abcdef"), "acme"));
    }

    /** Nobody has taken a key away then. */
    @Test
    void unreadableSecretKeepsTheSettings() {
        var manifests = Manifests.read(SERVER.formatted("us"));
        var inputs = manifests.inputs().withPublished(published()).withDocuments(new ForbiddenDocuments(manifests));

        assertThat(keys(new CatalogCompiler().compile(inputs)))
                .containsValues("acme", "bolt")
                .hasSize(2);
    }

    private static CompiledServer compile(String objects) {
        return new CatalogCompiler().compile(Manifests.read(objects).inputs().withPublished(published()));
    }

    private static Published published() {
        return Published.of(new CatalogCompiler()
                .compile(Manifests.read(BEFORE).inputs())
                .toCatalog(new Revision("before", 1, "")));
    }

    private static Map<String, String> keys(CompiledServer compiled) {
        return ApiKeyDigests.read(compiled.values().get(ValueKey.auth("partners", "keys")))
                .principals();
    }

    private static String digest(String key) {
        return ApiKeyDigests.digest(key);
    }
}
