package dev.hyperterse.compiler.inputs;

import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.Inputs;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.ToolSpec;
import dev.hyperterse.crds.v1alpha1.input.QueryInput;
import dev.hyperterse.crds.v1alpha1.input.ToolInput;
import dev.hyperterse.crds.v1alpha1.shared.JsonText;
import java.util.List;
import java.util.Optional;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.cfg.JsonNodeFeature;
import tools.jackson.databind.json.JsonMapper;

/** Compiles a tool's inputs out of either form. */
public final class InputsCompiler {
    /** Far more than a schema may have, far less than the API server lets in. */
    private static final int DEEPEST = 200;

    private static final JsonMapper JSON = JsonMapper.builder(JsonFactory.builder()
                    .streamReadConstraints(StreamReadConstraints.builder()
                            .maxNestingDepth(DEEPEST)
                            .build())
                    .build())
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final WrittenSchema schemas = new WrittenSchema();

    /** How arguments are checked, and the schema that clients see. */
    public record Compiled(Inputs inputs, JsonNode schema) {}

    public Checked<Compiled> compile(ToolSpec spec) {
        if (spec.inputSchema().isEmpty()) {
            return compile(spec.inputs());
        }
        // An input that is bound to the caller's identity would become the client's to set.
        if (!spec.inputs().isEmpty()) {
            return Checked.faulty(Reason.InvalidInputs.problem(
                    "spec.inputs",
                    "one-form",
                    "the tool has inputs in both forms",
                    "set only one of inputs and inputSchema"));
        }
        return schema(spec.inputSchema().get(), "spec.inputSchema")
                .map(schema -> new Compiled(new Inputs.BySchema(schema, SchemaFields.of(schema)), schema));
    }

    /** Inputs of the short form. */
    public Checked<Compiled> compile(List<ToolInput> declared) {
        return ShortForm.compile(declared, "spec.inputs")
                .then(fields -> BoundInputs.split(declared, fields, "spec.inputs"))
                .map(inputs -> new Compiled(inputs, InputSchema.of(inputs.fields())));
    }

    /** Of a statement that a script gives its values to. */
    public Checked<List<Input>> ofQuery(List<QueryInput> declared, String path) {
        return ShortForm.compile(declared.stream().map(InputsCompiler::plain).toList(), path);
    }

    private static ToolInput plain(QueryInput input) {
        return new ToolInput(
                input.name(),
                input.type(),
                Optional.empty(),
                input.optional(),
                Optional.empty(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                input.items(),
                Optional.empty());
    }

    public Checked<JsonNode> outputSchema(JsonText schema) {
        return schema(schema, "spec.outputSchema");
    }

    /** The Kubernetes client and the catalog use different generations of the same library. */
    private Checked<JsonNode> schema(JsonText schema, String path) {
        // Before anything walks it: neither generation of the library writes or reads more levels than DEEPEST.
        return deeperThan(schema.tree(), DEEPEST)
                ? Checked.faulty(WrittenSchema.tooDeep(path))
                : schemas.check(JSON.readTree(schema.text()), path);
    }

    private static boolean deeperThan(com.fasterxml.jackson.databind.JsonNode node, int levels) {
        if (!node.isContainerNode()) {
            return false;
        }
        if (levels == 0) {
            return true;
        }
        for (var child : node) {
            if (deeperThan(child, levels - 1)) {
                return true;
            }
        }
        return false;
    }
}
