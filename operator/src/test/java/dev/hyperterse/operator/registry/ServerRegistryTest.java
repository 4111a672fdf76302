package dev.hyperterse.operator.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.hyperterse.crds.ApiSerialization;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ServerRegistryTest {
    private static final Path KEPT = Path.of("target", "registry");
    private static final String SHOP = """
            metadata: {namespace: shop, name: shop, creationTimestamp: "2026-11-20T08:00:00Z", labels: {listed: "true"}}
            spec:
              serverInfo:
                title: Shop
                description: Orders and customers
                version: 1.2.0
                instructions: For callers only
                websiteUrl: https://shop.example.com
                icons:
                  - {src: "https://shop.example.com/icon.png", mimeType: image/png, sizes: [48x48], theme: Dark}
                  - {src: "data:image/png;base64,AAAA"}
                  - {src: "http://shop.example.com/icon.png"}
            status: {publicUrl: "https://shop.example.com/mcp", revision: {epoch: a, sequence: 1, sha256: b, publishedAt: "2026-11-22T09:30:00Z"}}
            """;
    private static final String PLAIN = """
            metadata: {namespace: team, name: %s, creationTimestamp: "2026-11-21T08:00:00Z"}
            spec: {}
            status: {publicUrl: "https://%1$s.example.com/mcp"}
            """;

    @Test
    void serverIsListedAsItsSpecDescribesIt() {
        assertThat(list(registry(SHOP), Map.of())).isEqualTo(json("""
                {"servers":[{"server":{
                  "$schema":"https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
                  "name":"com.example/shop.shop","title":"Shop","description":"Orders and customers","version":"1.2.0",
                  "websiteUrl":"https://shop.example.com",
                  "icons":[{"src":"https://shop.example.com/icon.png","mimeType":"image/png","sizes":["48x48"],"theme":"dark"}],
                  "remotes":[{"type":"streamable-http","url":"https://shop.example.com/mcp"}]},
                  "_meta":{"io.modelcontextprotocol.registry/official":{"status":"active",
                    "statusChangedAt":"2026-11-20T08:00:00Z","publishedAt":"2026-11-20T08:00:00Z",
                    "updatedAt":"2026-11-22T09:30:00Z","isLatest":true}}}],
                 "metadata":{"count":1}}
                """));
    }

    @Test
    void serverThatSaysNothingOfItselfIsNamed() {
        var server = list(registry(plain("one")), Map.of()).at("/servers/0/server");

        assertThat(server.at("/description").stringValue()).isEqualTo("The server one of namespace team");
        assertThat(server.at("/version").stringValue()).isEqualTo("1.0.0");
        assertThat(server.has("title")).isFalse();
        assertThat(server.has("icons")).isFalse();
    }

    @Test
    void whatTheSchemaOfRegistriesRefusesIsLeftOut() {
        var server = list(
                        registry(plain("one")
                                .replace(
                                        "spec: {}",
                                        "spec: {serverInfo: {title: '', description: ' ', icons: ["
                                                + "{src: 'https://one.example.com/icon.gif', mimeType: image/gif},"
                                                + "{src: 'https://one.example.com/icon', mimeType: image/svg+xml},"
                                                + "{src: 'https://one.example.com/plain'}]}}")),
                        Map.of())
                .at("/servers/0/server");

        assertThat(server.has("title")).isFalse();
        assertThat(server.at("/description").stringValue()).isEqualTo("The server one of namespace team");
        assertThat(server.at("/icons"))
                .extracting(icon -> icon.path("src").stringValue())
                .containsExactly("https://one.example.com/icon", "https://one.example.com/plain");
    }

    @Test
    void serverThatIsReachedLongAfterItsPublicationIsUpdatedThen() {
        var registry = registry(with("""
                revision: {epoch: a, sequence: 1, sha256: b, publishedAt: "2026-11-22T09:30:00Z"}, conditions: [
                {type: Accepted, status: "True", reason: Accepted, message: "", lastTransitionTime: "2026-11-21T08:00:01Z"},
                {type: Ready, status: "True", reason: Ready, message: "", lastTransitionTime: "2026-11-25T10:00:00Z"}]"""));

        assertThat(names(list(registry, Map.of("updated_since", "2026-11-24T00:00:00Z"))))
                .containsExactly("com.example/team.one");
        assertThat(names(list(registry, Map.of("updated_since", "2026-11-25T10:00:01Z"))))
                .isEmpty();
    }

    @Test
    void serverThatALabelListsIsUpdatedThen() {
        var registry = registry(plain("one").replace("metadata: {", """
                metadata: {managedFields: [
                {manager: kubectl, operation: Update, time: "2026-11-25T10:00:00Z"},
                {manager: hyperterse-operator, operation: Update, subresource: status, time: "2026-11-26T10:00:00Z"}],\s"""));

        assertThat(names(list(registry, Map.of("updated_since", "2026-11-25T10:00:00Z"))))
                .containsExactly("com.example/team.one");
        assertThat(names(list(registry, Map.of("updated_since", "2026-11-25T10:00:01Z"))))
                .isEmpty();
    }

    @Test
    void timeThatCannotBeReadHidesNoServer() {
        var registry = registry(with("""
                revision: {epoch: a, sequence: 1, sha256: b, publishedAt: "yesterday"}, conditions: [
                {type: Ready, status: "True", reason: Ready, message: "", lastTransitionTime: ""}]"""));

        assertThat(list(registry, Map.of())
                        .at("/servers/0/_meta/io.modelcontextprotocol.registry~1official/updatedAt")
                        .stringValue())
                .isEqualTo("2026-11-21T08:00:00Z");
    }

    @Test
    void longTextsAreCutBetweenCharacters() {
        var title = "🙂".repeat(101);
        var server = list(
                        registry(plain("one").replace("spec: {}", "spec: {serverInfo: {title: " + title + "}}")),
                        Map.of())
                .at("/servers/0/server");

        assertThat(server.at("/title").stringValue()).isEqualTo("🙂".repeat(100));
        assertThat(server.at("/description").stringValue()).isEqualTo("🙂".repeat(100));
    }

    @Test
    void segmentsOfTheUrlAreVariables() {
        var remote = list(registry(plain("one").replace(".com/mcp", ".com/mcp/{tenant}")), Map.of())
                .at("/servers/0/server/remotes/0");

        assertThat(remote.at("/url").stringValue()).isEqualTo("https://one.example.com/mcp/{tenant}");
        assertThat(remote.at("/variables/tenant/isRequired").booleanValue()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "metadata: {namespace: team, name: a, creationTimestamp: '2026-11-21T08:00:00Z'}\nspec: {}",
                "metadata: {namespace: team, name: a, creationTimestamp: '2026-11-21T08:00:00Z'}\nspec: {}\nstatus: {url: 'http://a.team/mcp'}",
                "metadata: {namespace: team, name: a, creationTimestamp: '2026-11-21T08:00:00Z', deletionTimestamp: '2026-11-22T08:00:00Z'}\nspec: {}\nstatus: {publicUrl: 'https://a.example.com/mcp'}"
            })
    void serverThatNobodyOutsideReachesIsNotListed(String server) {
        assertThat(names(list(registry(server), Map.of()))).isEmpty();
    }

    @Test
    void serversWithoutTheLabelsAreNotListed() {
        var servers = List.of(server(SHOP), server(plain("one")));
        var registry =
                new ServerRegistry(RegistrySettings.of("com.example", "listed=true"), () -> Optional.of(servers));

        assertThat(names(list(registry, Map.of()))).containsExactly("com.example/shop.shop");
        assertThat(answer(registry, "/v0.1/servers/com.example%2Fteam.one/versions/latest")
                        .status())
                .isEqualTo(404);
    }

    @Test
    void pagesHaveEachServerOnceInOrder() {
        var registry = registry(IntStream.range(0, 7)
                .mapToObj(number -> plain("s" + (6 - number)))
                .toArray(String[]::new));

        var first = list(registry, Map.of("limit", "3"));
        var second = list(registry, Map.of("limit", "3", "cursor", cursor(first)));
        var third = list(registry, Map.of("limit", "3", "cursor", cursor(second)));

        assertThat(names(first)).containsExactly("com.example/team.s0", "com.example/team.s1", "com.example/team.s2");
        assertThat(names(second)).containsExactly("com.example/team.s3", "com.example/team.s4", "com.example/team.s5");
        assertThat(names(third)).containsExactly("com.example/team.s6");
        assertThat(third.at("/metadata").has("nextCursor")).isFalse();
    }

    @Test
    void pageIsBounded() {
        var registry = registry(IntStream.range(100, 250)
                .mapToObj(number -> plain("s" + number))
                .toArray(String[]::new));

        assertThat(names(list(registry, Map.of()))).hasSize(30);
        assertThat(names(list(registry, Map.of("limit", "1000")))).hasSize(100);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            search        | SHOP                      | com.example/shop.shop
            search        | team.                     | com.example/team.one
            search        | none                      |
            version       | latest                    | com.example/shop.shop com.example/team.one
            version       | 1.2.0                     | com.example/shop.shop
            updated_since | 2026-11-22T09:30:00Z      | com.example/shop.shop
            updated_since | 2026-11-22T10:30:00+01:00 | com.example/shop.shop
            updated_since | 2026-11-22T09:30:01Z      |
            unknown       | anything                  | com.example/shop.shop com.example/team.one
            """)
    void parametersSelect(String name, String value, String expected) {
        assertThat(String.join(" ", names(list(registry(plain("one"), SHOP), Map.of(name, value)))))
                .isEqualTo(expected == null ? "" : expected);
    }

    @ParameterizedTest
    @CsvSource({"limit, 0", "limit, -1", "limit, many", "updated_since, yesterday", "updated_since, 2026-11-22"})
    void parameterThatCannotBeReadIsSaid(String name, String value) {
        var answer = registry(SHOP).answer("/v0.1/servers", parameters(Map.of(name, value)));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.body().get("error").stringValue()).startsWith(name + " must be ");
    }

    @ParameterizedTest
    @CsvSource({
        "/v0.1/servers/com.example%2Fshop.shop/versions/latest, 200",
        "/v0.1/servers/com.example%2Fshop.shop/versions/1.2.0, 200",
        "/v0.1/servers/com.example/shop.shop/versions/1.2.0, 200",
        "/v0.1/servers/com.example%2Fshop.shop/versions/1.2, 404",
        "/v0.1/servers/com.example%2Fshop.shop/versions, 200",
        "/v0.1/servers/com.example%2Fshop.none/versions, 404",
        "/v0.1/servers/com.example%2Fshop.none/versions/latest, 404",
        "/v0.1/servers/%zz/versions, 404",
        "/v0.1/servers/, 404",
        "/v0/servers, 404",
        "/, 404",
        "/namespaces/shop/v0.1/servers/com.example%2Fshop.shop/versions/latest, 200",
        "/namespaces/team/v0.1/servers/com.example%2Fshop.shop/versions/latest, 404",
        "/namespaces//v0.1/servers, 404",
        "/namespaces/a/b/v0.1/servers, 404",
    })
    void pathsAreAnswered(String path, int status) {
        assertThat(answer(registry(SHOP, plain("one")), path).status()).isEqualTo(status);
    }

    @Test
    void versionWithPlusIsFoundAsItIsAndEncoded() {
        var registry = registry(SHOP.replace("1.2.0", "1.2.0+a"));

        assertThat(answer(registry, "/v0.1/servers/com.example%2Fshop.shop/versions/1.2.0+a")
                        .status())
                .isEqualTo(200);
        assertThat(answer(registry, "/v0.1/servers/com.example%2Fshop.shop/versions/1.2.0%2Ba")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void namespaceHasItsOwnRegistry() {
        var answer = answer(registry(SHOP, plain("one")), "/namespaces/team/v0.1/servers");

        assertThat(names(answer.body())).containsExactly("com.example/team.one");
    }

    @Test
    void nothingIsListedBeforeTheClusterIsRead() {
        var registry = new ServerRegistry(RegistrySettings.of("com.example", ""), Optional::empty);

        assertThat(answer(registry, "/v0.1/servers").status()).isEqualTo(503);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            com.example/a |              | 'com.example/a' is no publisher
            Com.Example   |              | 'Com.Example' is no publisher
            com.example   | listed       | 'listed' is no label with its value
            com.example   | a=b,         | '' is no label with its value
            com.example   | =b           | '=b' is no label with its value
            com.example   | a=b=c        | 'a=b=c' is no label with its value
            """)
    void faultySettingsSayWhatToWrite(String publisher, String labels, String message) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> RegistrySettings.of(publisher, labels == null ? "" : labels))
                .withMessageStartingWith(message);
    }

    private static ServerRegistry registry(String... servers) {
        var all = List.of(servers).stream().map(ServerRegistryTest::server).toList();
        return new ServerRegistry(RegistrySettings.of("com.example", ""), () -> Optional.of(all));
    }

    private static String plain(String name) {
        return PLAIN.formatted(name);
    }

    /** @param status more of it, as YAML */
    private static String with(String status) {
        return plain("one").replace("status: {", "status: {%s, ".formatted(status));
    }

    private static HyperterseServer server(String yaml) {
        return ApiSerialization.create().unmarshal(yaml, HyperterseServer.class);
    }

    private static ServerRegistry.Answer answer(ServerRegistry registry, String path) {
        return registry.answer(path, parameters(Map.of()));
    }

    private static JsonNode list(ServerRegistry registry, Map<String, String> parameters) {
        var answer = registry.answer("/v0.1/servers", parameters(parameters));
        assertThat(answer.status()).isEqualTo(200);
        keep(answer.body());
        return answer.body();
    }

    /** For {@code .ci/registry}, which has the published schema. */
    private static void keep(JsonNode page) {
        try {
            Files.createDirectories(KEPT);
            Files.writeString(Files.createTempFile(KEPT, "page", ".json"), page.toString());
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private static Function<String, Optional<String>> parameters(Map<String, String> given) {
        return name -> Optional.ofNullable(given.get(name));
    }

    private static List<String> names(JsonNode page) {
        return page.at("/servers")
                .valueStream()
                .map(entry -> entry.at("/server/name").stringValue())
                .toList();
    }

    private static String cursor(JsonNode page) {
        return page.at("/metadata/nextCursor").stringValue();
    }

    private static JsonNode json(String text) {
        return JsonMapper.shared().readTree(text);
    }
}
