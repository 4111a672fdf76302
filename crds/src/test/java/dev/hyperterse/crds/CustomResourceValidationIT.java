package dev.hyperterse.crds;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.hyperterse.controlplane.ControlPlane;
import dev.hyperterse.controlplane.junit.RealApiServer;
import io.fabric8.kubernetes.api.model.StatusCause;
import io.fabric8.kubernetes.api.model.apiextensions.v1.JSONSchemaProps;
import io.fabric8.kubernetes.api.model.apiextensions.v1.ValidationRule;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a real API server with the committed CRDs takes and refuses. Nothing is created: every request is a dry run. */
@RealApiServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CustomResourceValidationIT {
    /** What the API server adds when the schema refuses an object before the rules are asked. */
    private static final String RULES_NOT_CHECKED = "some validation rules were not checked";

    private KubernetesClient client;

    @BeforeAll
    void install(ControlPlane controlPlane) {
        InstalledApi.on(controlPlane);
        client = InstalledApi.client(controlPlane);
    }

    @AfterAll
    void disconnect() {
        Optional.ofNullable(client).ifPresent(KubernetesClient::close);
    }

    static List<Fixture> valid() {
        return Fixture.valid();
    }

    static List<Fixture> invalid() {
        return Fixture.invalid();
    }

    @ParameterizedTest
    @MethodSource
    void valid(Fixture fixture) {
        var created = client.resource(fixture.manifest())
                .inNamespace("default")
                .dryRun()
                .create();
        // What was pruned would be a field that the schema lacks.
        assertThat(created.getAdditionalProperties())
                .isEqualTo(fixture.manifest().getAdditionalProperties());
    }

    @ParameterizedTest
    @MethodSource
    void invalid(Fixture fixture) {
        var causes = causesOfRefusal(fixture);
        assertThat(fixture.expectations()).as("expectations").isNotEmpty().allSatisfy(expected -> assertThat(causes)
                .anySatisfy(cause -> {
                    assertThat(cause.getField()).isEqualTo(expected.path());
                    assertThat(cause.getMessage()).contains(expected.message());
                }));
        assertThat(causes).as("causes beyond the expected").hasSameSizeAs(fixture.expectations());
    }

    @Test
    void everyRuleIsBrokenByAFixture() {
        var messages = messagesOfRefusals();
        assertThat(rules().map(ValidationRule::getMessage).distinct())
                .hasSizeGreaterThan(30)
                .allSatisfy(rule -> assertThat(messages)
                        .anySatisfy(message -> assertThat(message).contains(rule)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "may not be more than",
                "should be at least 1 chars long",
                "should match",
                "must have at most",
                "should have at least 1 items",
                "should be greater than or equal to",
                "should be less than or equal to",
                "supported values",
                "Required value",
                "must be of type",
                "Duplicate value"
            })
    void everyKindOfBoundIsBrokenByAFixture(String message) {
        assertThat(messagesOfRefusals())
                .anySatisfy(refusal -> assertThat(refusal).contains(message));
    }

    private List<String> messagesOfRefusals() {
        return Fixture.invalid().stream()
                .flatMap(fixture -> causesOfRefusal(fixture).stream())
                .map(StatusCause::getMessage)
                .toList();
    }

    private List<StatusCause> causesOfRefusal(Fixture fixture) {
        var refusal = catchThrowableOfType(KubernetesClientException.class, () -> client.resource(fixture.manifest())
                .inNamespace("default")
                .dryRun()
                .create());
        assertThat(refusal).as(fixture.name() + " was taken").isNotNull();
        return refusal.getStatus().getDetails().getCauses().stream()
                .filter(cause -> !cause.getMessage().contains(RULES_NOT_CHECKED))
                .toList();
    }

    private Stream<ValidationRule> rules() {
        return client.apiextensions().v1().customResourceDefinitions().list().getItems().stream()
                .flatMap(definition -> definition.getSpec().getVersions().stream())
                .flatMap(version -> rules(version.getSchema().getOpenAPIV3Schema()));
    }

    private static Stream<ValidationRule> rules(JSONSchemaProps schema) {
        return Stream.of(
                        schema.getXKubernetesValidations().stream(),
                        schema.getProperties().values().stream().flatMap(CustomResourceValidationIT::rules),
                        Stream.ofNullable(schema.getItems()).flatMap(items -> rules(items.getSchema())))
                .flatMap(rules -> rules);
    }
}
