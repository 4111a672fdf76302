package dev.hyperterse.crds;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import dev.hyperterse.crds.v1alpha1.HyperterseServer;
import dev.hyperterse.crds.v1alpha1.McpResource;
import dev.hyperterse.crds.v1alpha1.Prompt;
import dev.hyperterse.crds.v1alpha1.Tool;
import dev.hyperterse.crds.v1alpha1.auth.Auth;
import dev.hyperterse.crds.v1alpha1.input.InputType;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects of a newer API, and broken ones, are read without an error: one of them must not stop an informer. */
class ApiSerializationTest {
    private static final Map<String, Class<? extends HasMetadata>> KINDS = Map.of(
            "HyperterseServer", HyperterseServer.class,
            "Prompt", Prompt.class,
            "Resource", McpResource.class,
            "Tool", Tool.class);

    private final KubernetesSerialization serialization = ApiSerialization.create();

    static List<Fixture> valid() {
        return Fixture.valid();
    }

    @ParameterizedTest
    @MethodSource
    void valid(Fixture fixture) {
        var kind = KINDS.get(fixture.manifest().getKind());
        var written = serialization.asJson(serialization.unmarshal(fixture.text(), kind));

        assertThat(serialization.unmarshal(written, JsonNode.class))
                .isEqualTo(serialization.unmarshal(fixture.text(), JsonNode.class));
    }

    @Test
    void unknownFieldsAreIgnoredAtEveryDepth() {
        var tool = tool("""
                {"spec": {"serverRefs": [{"name": "shop", "weight": 1}], "newField": {"a": [1]},
                  "statement": {"adapter": "shop", "text": {"inline": "SELECT 1", "sha256": "x"}}},
                 "status": {"newField": true}}""");
        assertThat(tool.getSpec().serverRefs().getFirst().name()).isEqualTo("shop");
        assertThat(tool.getSpec().statement().orElseThrow().text().inline()).contains("SELECT 1");
    }

    @Test
    void unknownEnumValuesAreTellableFromAbsentOnes() {
        var server = serialization.unmarshal("""
                {"apiVersion": "hyperterse.dev/v1alpha1", "kind": "HyperterseServer",
                 "spec": {"auth": {"mode": "Delegated"}}}""", HyperterseServer.class);
        assertThat(server.getSpec().auth().orElseThrow().mode()).contains(Auth.Mode.Unrecognized);
        assertThat(server.getSpec().exposure()).isEmpty();

        var tool = tool("""
                {"spec": {"inputs": [{"name": "a", "type": "decimal"}]}}""");
        assertThat(tool.getSpec().inputs().getFirst().type()).isEqualTo(InputType.Unrecognized);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"spec\": null}",
                "{\"spec\": {}}",
                "{\"spec\": {\"serverRefs\": null, \"inputs\": [null], \"statement\": null, \"timeout\": null}}",
                "{\"spec\": {\"serverRefs\": [{}], \"statement\": {\"session\": {\"a\": null}}}}",
                "{\"spec\": {\"inputSchema\": {\"type\": [\"object\"]}, \"auth\": {\"policy\": null}}, \"status\": {}}"
            })
    void missingOrNullFieldIsEmpty(String json) {
        var tool = tool(json);
        if (tool.getSpec() != null) {
            assertThat(tool.getSpec().inputs()).isEmpty();
            assertThat(tool.getSpec().timeout()).isEmpty();
            assertThat(tool.getSpec().serverRefs())
                    .allSatisfy(ref -> assertThat(ref.name()).isEmpty());
        }
    }

    @Test
    void emptyFieldIsNotWritten() {
        var tool = tool("{\"spec\": {\"serverRefs\": [{\"name\": \"shop\"}]}, \"status\": {\"conditions\": []}}");
        assertThat(serialization.unmarshal(serialization.asJson(tool.getSpec()), JsonNode.class))
                .isEqualTo(serialization.unmarshal("{\"serverRefs\": [{\"name\": \"shop\"}]}", JsonNode.class));
        assertThat(serialization.asJson(tool.getStatus())).isEqualTo("{}");
    }

    @Test
    void watchEventOfThisApiIsReadDirectly() {
        KINDS.forEach((kind, type) ->
                assertThat(told("hyperterse.dev/v1alpha1", kind)).isInstanceOf(type));
    }

    @Test
    void theEndOfAWatchIsReadAsSuch() {
        assertThat(told("v1", "Status")).isInstanceOf(Status.class);
    }

    @Test
    void watchEventOfOtherKindsIsRead() {
        assertThat(told("v1", "ConfigMap")).isInstanceOf(GenericKubernetesResource.class);
        assertThat(told(ApiSerialization.create(ConfigMap.class), "v1", "ConfigMap"))
                .isInstanceOf(ConfigMap.class);
    }

    /** A tree takes up to 26 times the text of an object that any tenant may create. */
    @Test
    void objectOfThisApiIsReadWithoutATreeOfIt() {
        var mapper = ApiSerialization.mapper().copy().enable(DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY);
        var strict = new KubernetesSerialization(mapper, false);
        strict.registerKubernetesResource(Tool.class);
        var object = """
                {"apiVersion": "hyperterse.dev/v1alpha1", "kind": "Tool",
                 "metadata": {"name": "a"}, "spec": {"title": "A", "title": "B"}}""";
        assertThat(strict.unmarshal("{\"type\": \"ADDED\", \"object\": %s}".formatted(object), WatchEvent.class)
                        .getObject())
                .isInstanceOfSatisfying(
                        Tool.class, tool -> assertThat(tool.getSpec().title()).contains("B"));
        assertThat(strict.unmarshal(
                                "{\"items\": [%s]}".formatted(object),
                                new TypeReference<DefaultKubernetesResourceList<Tool>>() {})
                        .getItems())
                .singleElement()
                .satisfies(tool -> assertThat(tool.getSpec().title()).contains("B"));
    }

    @Test
    void watchEventIsReadInAnyOrderOfItsMembers() {
        var event = """
                {"object": {"metadata": {"name": "a", "labels": {"kind": "x"}}, "kind": "Tool",
                 "apiVersion": "hyperterse.dev/v1alpha1", "spec": {"title": "A"}}, "type": "ADDED"}""";
        var read = serialization.unmarshal(event, WatchEvent.class);
        assertThat(read.getType()).isEqualTo("ADDED");
        assertThat(read.getObject()).isInstanceOfSatisfying(Tool.class, tool -> {
            assertThat(tool.getMetadata().getName()).isEqualTo("a");
            assertThat(tool.getSpec().title()).contains("A");
        });
    }

    private Object told(String version, String kind) {
        return told(serialization, version, kind);
    }

    private static Object told(KubernetesSerialization serialization, String version, String kind) {
        return serialization
                .unmarshal("""
                        {"type": "MODIFIED", "object": {"apiVersion": "%s", "kind": "%s", "metadata": {}}}""".formatted(version, kind), WatchEvent.class)
                .getObject();
    }

    private Tool tool(String json) {
        var typed = "{\"apiVersion\": \"hyperterse.dev/v1alpha1\", \"kind\": \"Tool\""
                + (json.equals("{}") ? "}" : ", " + json.substring(1));
        return serialization.unmarshal(typed, Tool.class);
    }
}
