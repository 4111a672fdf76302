package dev.hyperterse.runtime.mcp.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.calls.Principal;
import dev.hyperterse.catalog.Digest;
import dev.hyperterse.runtime.endpoint.ModernRequest;
import dev.hyperterse.runtime.endpoint.TestEndpoint;
import dev.hyperterse.runtime.live.CatalogChange;
import dev.hyperterse.runtime.live.ChangeKind;
import dev.hyperterse.runtime.live.FakeLinker;
import dev.hyperterse.runtime.live.Leaves;
import dev.hyperterse.runtime.live.Rules;
import dev.hyperterse.runtime.live.Servers;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** MCP's extension for skills (SEP-2640), in both eras. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SkillsTest {
    private static final String SKILL = "skill://shop/refunds/SKILL.md";
    private static final String EXTENSION = "io.modelcontextprotocol~1skills";

    private final TestEndpoint endpoint = new TestEndpoint(Servers.searching()
            .catalog(
                    1,
                    Leaves.skill("skill://shop/refunds", "policy/eu/late.md", "policy/short.md", "SKILL.md"),
                    Leaves.skill("skill://audit", "SKILL.md").with(Rules.policy("principal.subject == 'chief'")),
                    Leaves.resource("shop://terms", Leaves.text("Be kind."))));

    @AfterAll
    void stop() {
        endpoint.close();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void listHasFrontmatterAndDigestsOfAllFiles(boolean modern) throws Exception {
        var result = result(modern, "skills/list", "");

        assertThat(result.at("/skills")).hasSize(1);
        var skill = result.at("/skills/0");
        assertThat(skill.at("/uri").stringValue()).isEqualTo(SKILL);
        assertThat(skill.at("/frontmatter/name").stringValue()).isEqualTo("refunds");
        assertThat(skill.at("/resources"))
                .extracting(file -> file.path("uri").stringValue())
                .containsExactlyInAnyOrder(
                        SKILL, "skill://shop/refunds/policy/eu/late.md", "skill://shop/refunds/policy/short.md");
        assertThat(result.has("ttlMs")).isEqualTo(modern);
        assertThat(result.has("nextCursor")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void readFilesAreTheBytesOfTheirDigests(boolean modern) throws Exception {
        for (var file : result(modern, "skills/list", "").at("/skills/0/resources")) {
            var uri = file.path("uri").stringValue();
            var contents = ModernRequest.read(uri).answer(modern, endpoint).at("/result/contents/0");

            assertThat(contents.path("uri").stringValue()).isEqualTo(uri);
            assertThat("sha256:" + Digest.of(contents.path("text").stringValue()))
                    .isEqualTo(file.path("digest").stringValue());
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void getReturnsTheEntryOfTheList(boolean modern) throws Exception {
        var result = result(modern, "skills/get", uri(SKILL));

        assertThat(result.at("/skill"))
                .isEqualTo(result(modern, "skills/list", "").at("/skills/0"));
        assertThat(result.has("cacheScope")).isEqualTo(modern);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void folderHasItsDirectChildren(boolean modern) throws Exception {
        assertThat(children(modern, "skill://shop/refunds"))
                .containsExactlyInAnyOrder(
                        SKILL + " refunds text/markdown", "skill://shop/refunds/policy policy inode/directory");
        assertThat(children(modern, "skill://shop/refunds/policy"))
                .containsExactlyInAnyOrder(
                        "skill://shop/refunds/policy/eu eu inode/directory",
                        "skill://shop/refunds/policy/short.md short.md text/markdown");
        assertThat(children(modern, "skill://shop/refunds/policy/eu"))
                .containsExactly("skill://shop/refunds/policy/eu/late.md late.md text/markdown");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "skill://shop/refunds/policy/short.md",
                "skill://shop/refunds",
                "skill://shop",
                "skill://audit/SKILL.md",
                "skill://audit",
                "shop://terms",
                "skill://none/SKILL.md"
            })
    void uriOfNoSkillIsAnInvalidParameterInBothEras(String uri) throws Exception {
        for (var modern : List.of(true, false)) {
            assertThat(answer(modern, "skills/get", uri(uri)).at("/error/code").intValue())
                    .isEqualTo(-32602);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {SKILL, "skill://shop", "skill://audit", "shop://terms", "skill://shop/refunds/"})
    void uriOfNoFolderIsAnInvalidParameterInBothEras(String uri) throws Exception {
        for (var modern : List.of(true, false)) {
            assertThat(answer(modern, "resources/directory/read", uri(uri))
                            .at("/error/code")
                            .intValue())
                    .isEqualTo(-32602);
        }
    }

    @Test
    void cursorOfAnotherListIsRefused() throws Exception {
        assertThat(answer(true, "skills/list", "\"cursor\":\"a.b.c\"")
                        .at("/error/code")
                        .intValue())
                .isEqualTo(-32602);
    }

    @Test
    void filesOfAHiddenSkillDoNotExist() throws Exception {
        assertThat(ModernRequest.read("skill://audit/SKILL.md")
                        .answer(endpoint)
                        .at("/error/code")
                        .intValue())
                .isEqualTo(-32602);
    }

    @Test
    void extensionIsDeclaredToCallersThatSeeASkill() throws Exception {
        assertThat(capabilities(endpoint))
                .allSatisfy(declared -> assertThat(declared.at("/extensions/" + EXTENSION + "/directoryRead")
                                .booleanValue())
                        .isTrue());
        var hidden = Leaves.skill("skill://audit", "SKILL.md").with(Rules.policy("principal.subject == 'chief'"));
        try (var without = new TestEndpoint(Servers.searching().catalog(1, hidden))) {
            assertThat(capabilities(without)).allSatisfy(declared -> assertThat(
                            declared.at("/extensions/" + EXTENSION).isMissingNode())
                    .isTrue());
        }
    }

    @Test
    void changedFileChangesTheListOfResourcesForThoseWhoSeeTheSkill() {
        var catalogs = FakeLinker.catalogs(new FakeLinker());
        var changes = new ArrayList<CatalogChange>();
        catalogs.listen(changes::add);
        var chief = Rules.policy("principal.subject == 'chief'");
        catalogs.swap(Servers.searching()
                .catalog(1, Leaves.skill("skill://a", "SKILL.md", "b.md").with(chief)));
        catalogs.swap(Servers.searching()
                .catalog(2, Leaves.skill("skill://a", "SKILL.md", "c.md").with(chief)));

        var change = changes.getFirst();
        assertThat(change.definitions().lists()).containsExactly(ChangeKind.RESOURCES);
        assertThat(change.definitions().listsOf(Principal.named("keys", "chief")))
                .containsExactly(ChangeKind.RESOURCES);
        assertThat(change.definitions().listsOf(Principal.named("keys", "clerk")))
                .isEmpty();
        var updates = change.updatesFor(Principal.named("keys", "chief"));
        assertThat(updates.apply("skill://a/SKILL.md")).isPresent();
        assertThat(updates.apply("skill://a/b.md")).isEmpty();
    }

    private List<String> children(boolean modern, String folder) throws Exception {
        return result(modern, "resources/directory/read", uri(folder))
                .at("/resources")
                .valueStream()
                .map(child -> child.path("uri").stringValue() + " "
                        + child.path("name").stringValue() + " "
                        + child.path("mimeType").stringValue())
                .toList();
    }

    private static List<JsonNode> capabilities(TestEndpoint endpoint) throws Exception {
        return List.of(
                ModernRequest.of("server/discover").answer(endpoint).at("/result/capabilities"),
                endpoint.call(
                                "initialize",
                                "{\"protocolVersion\":\"2025-11-25\",\"capabilities\":{},"
                                        + "\"clientInfo\":{\"name\":\"test\",\"version\":\"1\"}}")
                        .at("/result/capabilities"));
    }

    private JsonNode result(boolean modern, String method, String params) throws Exception {
        return answer(modern, method, params).path("result");
    }

    private JsonNode answer(boolean modern, String method, String params) throws Exception {
        return ModernRequest.of(method, params).answer(modern, endpoint);
    }

    private static String uri(String uri) {
        return "\"uri\":\"" + uri + "\"";
    }
}
