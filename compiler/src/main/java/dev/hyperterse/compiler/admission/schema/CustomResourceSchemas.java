package dev.hyperterse.compiler.admission.schema;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** The schemas of our kinds, each read with the first object of its kind, once in a process. */
public final class CustomResourceSchemas {
    private static final String FOLDER = "/META-INF/hyperterse/crds/";
    private static final LoadSettings SETTINGS =
            LoadSettings.builder().setCodePointLimit(Integer.MAX_VALUE).build();

    /** Objects have longs, and a number of a schema is compared with theirs. */
    private static final ObjectMapper NUMBERS = new ObjectMapper().enable(DeserializationFeature.USE_LONG_FOR_INTS);

    private static final CustomResourceSchemas COMMITTED = new CustomResourceSchemas(CustomResourceSchemas::resource);

    private final Function<String, String> definitions;
    private final Map<String, Schema> schemas = new ConcurrentHashMap<>();

    private CustomResourceSchemas(Function<String, String> definitions) {
        this.definitions = definitions;
    }

    /** Of the CRDs that are committed with the API and packed beside it. */
    public static CustomResourceSchemas committed() {
        return COMMITTED;
    }

    /** @param kind as it stands in a manifest */
    public Schema of(String kind) {
        return schemas.computeIfAbsent(kind, it -> parse(definitions.apply(it)));
    }

    /** The schema of one of our kinds as its CRD has it. */
    public static Map<?, ?> openApi(String kind) {
        return schemaIn(resource(kind));
    }

    public static Schema parse(String definition) {
        return SchemaReader.read(schemaIn(definition));
    }

    /** The schema of the first version of a CRD. */
    private static Map<?, ?> schemaIn(String definition) {
        var crd = NUMBERS.convertValue(new Load(SETTINGS).loadFromString(definition), Map.class);
        var spec = (Map<?, ?>) crd.get("spec");
        var version = (Map<?, ?>) ((List<?>) spec.get("versions")).getFirst();
        var schema = (Map<?, ?>) version.get("schema");
        return (Map<?, ?>) schema.get("openAPIV3Schema");
    }

    static String resource(String kind) {
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

    private static String fileName(String kind) {
        return kind.toLowerCase(Locale.ROOT) + "s.hyperterse.dev.yaml";
    }
}
