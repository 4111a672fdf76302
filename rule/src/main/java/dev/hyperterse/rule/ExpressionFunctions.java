package dev.hyperterse.rule;

import dev.cel.common.CelFunctionDecl;
import dev.cel.common.CelOverloadDecl;
import dev.cel.common.exceptions.CelBadFormatException;
import dev.cel.common.exceptions.CelInvalidArgumentException;
import dev.cel.common.types.ListType;
import dev.cel.common.types.SimpleType;
import dev.cel.runtime.CelFunctionBinding;
import java.util.List;
import java.util.Objects;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * The functions that expressions have beside those of CEL. None makes much of little: one step of an evaluation has no other
 * bound.
 */
final class ExpressionFunctions {
    static final String WRITE = "toJson";

    /** Characters of a text that is read or made: objects take some thirty times as many bytes, and no call accounts for them. */
    private static final int LONGEST_TEXT = 1 << 18;

    private static final String JSON = "json_string";
    private static final String TO_JSON = "to_json_dyn";
    private static final String INDEX_OF = "list_index_of_dyn";

    static final List<CelFunctionDecl> DECLARATIONS = List.of(
            CelFunctionDecl.newFunctionDeclaration(
                    "json", CelOverloadDecl.newGlobalOverload(JSON, SimpleType.DYN, SimpleType.STRING)),
            CelFunctionDecl.newFunctionDeclaration(
                    WRITE, CelOverloadDecl.newGlobalOverload(TO_JSON, SimpleType.STRING, SimpleType.DYN)),
            CelFunctionDecl.newFunctionDeclaration(
                    "indexOf",
                    CelOverloadDecl.newMemberOverload(
                            INDEX_OF, SimpleType.INT, ListType.create(SimpleType.DYN), SimpleType.DYN)));

    static final List<CelFunctionBinding> BINDINGS = List.of(
            CelFunctionBinding.from(JSON, String.class, ExpressionFunctions::json),
            CelFunctionBinding.from(TO_JSON, Object.class, value -> ValueJson.of(value, LONGEST_TEXT, _ -> {})),
            CelFunctionBinding.from(INDEX_OF, List.class, Object.class, ExpressionFunctions::indexOf));

    private ExpressionFunctions() {}

    private static Object json(String text) {
        if (text.length() > LONGEST_TEXT) {
            throw new CelInvalidArgumentException("too long");
        }
        try {
            return JsonValues.of(JsonMapper.shared().readTree(text));
        } catch (JacksonException noJson) {
            throw new CelBadFormatException(noJson);
        }
    }

    /** Of a text, number or truth value; lists and maps are none, because to compare them takes longer than a step. */
    private static long indexOf(List<?> list, Object value) {
        var index = 0L;
        for (var item : list) {
            if (isSame(item, value)) {
                return index;
            }
            index++;
        }
        return -1;
    }

    private static boolean isSame(Object item, Object value) {
        return switch (value) {
            case Long number when item instanceof Double other -> other == number.doubleValue();
            case Double number when item instanceof Long other -> number == other.doubleValue();
            case Long _, Double _, String _, Boolean _ -> Objects.equals(item, value);
            default -> false;
        };
    }
}
