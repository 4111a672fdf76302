package dev.hyperterse.rule;

import dev.cel.common.CelOptions;
import dev.cel.extensions.CelExtensions;
import dev.cel.extensions.CelOptionalLibrary;
import dev.cel.extensions.CelStringExtensions;
import java.util.Set;

/**
 * The language of expressions: that of rules without the calls of the past, with optional values, {@code cel.bind} and
 * functions that make of their arguments no more than they are.
 */
final class ExpressionLanguage {
    static final String NOW = "now";

    /** In characters. */
    static final int LONGEST = 8_192;

    static final CelOptions OPTIONS =
            RuleLanguage.OPTIONS.toBuilder().maxExpressionCodePointSize(LONGEST).build();

    static final CelOptionalLibrary OPTIONALS = CelExtensions.optional();

    /** Without those whose result may be a product of their arguments. */
    static final CelStringExtensions TEXTS = CelExtensions.strings(Set.of(
            CelStringExtensions.Function.CHAR_AT,
            CelStringExtensions.Function.INDEX_OF,
            CelStringExtensions.Function.LAST_INDEX_OF,
            CelStringExtensions.Function.LOWER_ASCII,
            CelStringExtensions.Function.SUBSTRING,
            CelStringExtensions.Function.TRIM,
            CelStringExtensions.Function.UPPER_ASCII));

    private ExpressionLanguage() {}
}
