package dev.hyperterse.cli.admission;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.document.YamlText;
import dev.hyperterse.cli.manifest.ManifestKind;
import dev.hyperterse.compiler.admission.ObjectMetadata;
import dev.hyperterse.compiler.admission.violation.Violation;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Checks without a schema: metadata, ConfigMaps, Secrets. */
class PlainObjectsTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|metadata.name: Required value: name or generateName is required",
                "{name: a, labels: {a: 'b c'}}|metadata.labels.a: Invalid value: \"b c\": a valid label must be",
                "{name: a, labels: {'a b': c}}|metadata.labels.a b: Invalid value: \"a b\": name part must consist",
                "{name: a, labels: {A_/b: c}}|metadata.labels.A_/b: Invalid value: \"A_/b\": prefix part a lowercase RFC",
                "{name: a, labels: {a: 1}}|metadata.labels.a: Invalid value: 1: metadata.labels.a must be a string",
                "{name: a, labels: [a]}|metadata.labels: Invalid value: [\"a\"]: metadata.labels must be a map",
                "{name: a, annotations: {'a b': c}}|metadata.annotations.a b: Invalid value: \"a b\": name part must",
                "{name: a, annotations: {a: true}}|metadata.annotations.a: Invalid value: true: metadata.annotations.a",
                "{name: 5}|metadata.name: Invalid value: 5: metadata.name must be a string",
                "{name: a, namespace: A}|metadata.namespace: Invalid value: \"A\": a lowercase RFC 1123 label must",
                "text|metadata: Invalid value: \"text\": metadata must be a map",
            })
    void metadataHasItsRules(String metadata, String expected) {
        assertThat(lines(ObjectMetadata.of(yaml("metadata: " + metadata))))
                .singleElement()
                .asString()
                .startsWith(expected);
    }

    @Test
    void metadataThatIsMissingLacksAName() {
        assertThat(lines(ObjectMetadata.of(Map.of())))
                .containsExactly("metadata.name: Required value: name or generateName is required");
    }

    @Test
    void annotationsHaveALimitOfTheirOwn() {
        var large = "{name: a, annotations: {a: %s}}".formatted("x".repeat(256 << 10));
        assertThat(lines(ObjectMetadata.of(yaml("metadata: " + large))))
                .containsExactly("metadata.annotations: Too long: may not be more than 262144 bytes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CONFIG_MAP|data: {a: 1}|data[a]: Invalid value: 1: data[a] must be a string",
                "CONFIG_MAP|data: {a/b: x}|data[a/b]: Invalid value: \"a/b\": a valid config key must consist",
                "CONFIG_MAP|data: text|data: Invalid value: \"text\": data must be a map of texts",
                "CONFIG_MAP|binaryData: {a: '*'}|binaryData[a]: Invalid value: not base64",
                "SECRET|data: {a: plain text}|data[a]: Invalid value: not base64",
                "SECRET|stringData: {a: true}|stringData[a]: Invalid value: stringData[a] must be a string",
            })
    void nonStringInAMapOfStringsIsRefused(ManifestKind kind, String yaml, String expected) {
        assertThat(lines(CorePayload.of(kind, yaml(yaml))))
                .singleElement()
                .asString()
                .startsWith(expected);
    }

    @Test
    void aSecretThatIsNotBase64IsNotRepeatedInTheMessage() {
        assertThat(CorePayload.of(ManifestKind.SECRET, yaml("data: {a: hunter2 hunter2}"))
                        .toString())
                .doesNotContain("hunter2");
    }

    @Test
    void tooMuchIsRefused() {
        assertThat(lines(CorePayload.of(ManifestKind.CONFIG_MAP, Map.of("data", Map.of("a", "x".repeat(1 << 20))))))
                .isEmpty();
        assertThat(lines(CorePayload.of(
                        ManifestKind.CONFIG_MAP, Map.of("data", Map.of("a", "x".repeat(1 << 20), "b", "x")))))
                .containsExactly("data: Too long: may not be more than 1048576 bytes");
    }

    @Test
    void soundObjectsAreAdmitted() {
        assertThat(Stream.of("data: {a: b, c: null}", "data:", "binaryData: {a: aGk=}")
                        .flatMap(it -> CorePayload.of(ManifestKind.CONFIG_MAP, yaml(it)).stream()))
                .isEmpty();
        assertThat(CorePayload.of(ManifestKind.SECRET, yaml("data: {a: aGk=}\nstringData: {b: c}")))
                .isEmpty();
    }

    private static Map<String, Object> yaml(String text) {
        return YamlText.parse("x.yaml", text).getFirst();
    }

    private static List<String> lines(List<Violation> findings) {
        return findings.stream().map(it -> it.path() + ": " + it.message()).toList();
    }
}
