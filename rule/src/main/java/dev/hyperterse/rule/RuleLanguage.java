package dev.hyperterse.rule;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import dev.cel.common.CelOptions;
import dev.cel.common.types.CelType;
import dev.cel.common.types.CelTypeProvider;
import dev.cel.common.types.ListType;
import dev.cel.common.types.MapType;
import dev.cel.common.types.SimpleType;
import dev.cel.common.types.StructType;
import dev.cel.common.types.StructTypeReference;
import dev.hyperterse.catalog.input.Input;
import dev.hyperterse.catalog.input.InputType;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The language of rules: the CEL of the specification with its macros, four variables, and the calls of the past. */
final class RuleLanguage {
    static final String PRINCIPAL = "principal";
    static final String TOOL = "tool";
    static final String INPUTS = "inputs";
    static final String HEADERS = "headers";
    static final String HISTORY = "history";

    /** In characters. */
    static final int LONGEST = 2048;
    /** The size of the program that {@code matches} compiles a text to. */
    static final int LARGEST_PATTERN = 1000;
    /** Of all loops of one evaluation together. */
    private static final int MOST_ITERATIONS = 10_000;

    /** Numbers of tokens and of arguments are compared as numbers, regardless of their JSON type. */
    static final CelOptions OPTIONS = CelOptions.current()
            .maxExpressionCodePointSize(LONGEST)
            .maxParseRecursionDepth(64)
            .enableHeterogeneousNumericComparisons(true)
            .comprehensionMaxIterations(MOST_ITERATIONS)
            .maxRegexProgramSize(LARGEST_PATTERN)
            .build();

    static final CelType HEADERS_TYPE = MapType.create(SimpleType.STRING, SimpleType.STRING);

    private static final CelType TEXTS = ListType.create(SimpleType.STRING);
    private static final Map<String, CelType> CALLER = Map.of(
            "plugin",
            SimpleType.STRING,
            "subject",
            SimpleType.STRING,
            "scopes",
            TEXTS,
            "groups",
            TEXTS,
            "claims",
            MapType.create(SimpleType.STRING, SimpleType.DYN));
    private static final Map<String, CelType> DEFINITION =
            Map.of("kind", SimpleType.STRING, "namespace", SimpleType.STRING, "name", SimpleType.STRING);

    private RuleLanguage() {}

    /** The types of a rule's variables. @param inputs those of the definition; empty for a rule about many */
    static Types types(Optional<List<Input>> inputs) {
        var structures = new LinkedHashMap<String, CelType>();
        structures.put(PRINCIPAL, structure(PRINCIPAL, CALLER));
        structures.put(TOOL, structure(TOOL, DEFINITION));
        structures.put(HISTORY, PastCallMacros.TYPE);
        inputs.ifPresent(it -> structures.put(INPUTS, structure(INPUTS, fields(it))));
        return new Types(Map.copyOf(structures));
    }

    private static Map<String, CelType> fields(List<Input> inputs) {
        var fields = new LinkedHashMap<String, CelType>();
        inputs.forEach(input -> fields.put(input.name(), type(input)));
        return fields;
    }

    private static CelType type(Input input) {
        return input.type() == InputType.ARRAY
                ? ListType.create(input.items().map(RuleLanguage::type).orElse(SimpleType.DYN))
                : type(input.type());
    }

    private static CelType type(InputType type) {
        return switch (type) {
            // Of forms that timestamp() does not read, some; a rule that compares them says so by calling it.
            case STRING, DATETIME -> SimpleType.STRING;
            case INT -> SimpleType.INT;
            case FLOAT -> SimpleType.DOUBLE;
            case BOOLEAN -> SimpleType.BOOL;
            case ARRAY -> ListType.create(SimpleType.DYN);
            case OBJECT -> MapType.create(SimpleType.STRING, SimpleType.DYN);
        };
    }

    private static StructType structure(String name, Map<String, CelType> fields) {
        return StructType.create(
                name, ImmutableSet.copyOf(fields.keySet()), field -> Optional.ofNullable(fields.get(field)));
    }

    /** The structures by their names, which are those of the variables. */
    record Types(Map<String, CelType> structures) implements CelTypeProvider {
        @Override
        public ImmutableList<CelType> types() {
            return ImmutableList.copyOf(structures.values());
        }

        @Override
        public Optional<CelType> findType(String name) {
            return Optional.ofNullable(structures.get(name));
        }

        CelType of(String variable) {
            return structures.containsKey(variable)
                    ? StructTypeReference.create(variable)
                    : MapType.create(SimpleType.STRING, SimpleType.DYN);
        }
    }
}
