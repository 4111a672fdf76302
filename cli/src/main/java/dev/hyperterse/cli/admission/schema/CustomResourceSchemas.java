package dev.hyperterse.cli.admission.schema;

import dev.hyperterse.cli.document.YamlText;
import dev.hyperterse.cli.manifest.ManifestKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** The schemas of our kinds, each read with the first object of its kind. */
public final class CustomResourceSchemas {
    private static final String FOLDER = "/META-INF/hyperterse/crds/";

    private final Function<ManifestKind, String> definitions;
    private final Map<ManifestKind, Schema> schemas = new ConcurrentHashMap<>();

    private CustomResourceSchemas(Function<ManifestKind, String> definitions) {
        this.definitions = definitions;
    }

    /** Of the CRDs that are committed with the API and packed beside it. */
    public static CustomResourceSchemas committed() {
        return new CustomResourceSchemas(CustomResourceSchemas::resource);
    }

    public Schema of(ManifestKind kind) {
        return schemas.computeIfAbsent(kind, it -> parse(definitions.apply(it)));
    }

    /** The schema of one of our kinds as its CRD has it. */
    public static Map<?, ?> openApi(ManifestKind kind) {
        return openApi(resource(kind));
    }

    public static Schema parse(String definition) {
        return SchemaReader.read(openApi(definition));
    }

    /** The schema of the first version of a CRD. */
    private static Map<?, ?> openApi(String definition) {
        var crd = YamlText.parse("the CRD", definition).getFirst();
        var spec = (Map<?, ?>) crd.get("spec");
        var version = (Map<?, ?>) ((List<?>) spec.get("versions")).getFirst();
        var schema = (Map<?, ?>) version.get("schema");
        return (Map<?, ?>) schema.get("openAPIV3Schema");
    }

    static String resource(ManifestKind kind) {
        var name = FOLDER + fileName(kind);
        try (var stream = CustomResourceSchemas.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("not on the class path: " + name);
            }
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String fileName(ManifestKind kind) {
        return switch (kind) {
            case SERVER -> "hyperterseservers.hyperterse.dev.yaml";
            case TOOL -> "tools.hyperterse.dev.yaml";
            case PROMPT -> "prompts.hyperterse.dev.yaml";
            case RESOURCE -> "resources.hyperterse.dev.yaml";
            case CONFIG_MAP, SECRET, NAMESPACE -> throw new IllegalArgumentException(kind + " has no CRD of ours");
        };
    }
}
