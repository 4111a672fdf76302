package dev.hyperterse.calls.validation;

import com.networknt.schema.ExecutionContext;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaContext;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.keyword.Keyword;
import com.networknt.schema.keyword.KeywordValidator;
import com.networknt.schema.path.NodePath;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * A keyword of JSON Schema that counts the work of its evaluation before it is evaluated. It is skipped for a value
 * that is larger than the same schema allows: the keyword for the size reports that.
 */
final class MeteredKeyword implements Keyword {
    /** Their value in the schema is data, which is looked up and not iterated. */
    private static final Set<String> LOOKED_UP = Set.of("const", "enum", "default", "examples");
    /** They compare whole values. */
    private static final Set<String> COMPARING = Set.of("const", "enum", "uniqueItems");
    /** They list members of the value for the unevaluated keywords. */
    private static final Set<String> LISTING =
            Set.of("properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "contains");
    /** The annotation of these keywords is an index, so it has the same size for any value. */
    private static final Set<String> COUNTING = Set.of("prefixItems", "items", "unevaluatedItems");

    private final Keyword keyword;

    MeteredKeyword(Keyword keyword) {
        this.keyword = keyword;
    }

    @Override
    public String getValue() {
        return keyword.getValue();
    }

    @Override
    public KeywordValidator newValidator(SchemaLocation location, JsonNode value, Schema parent, SchemaContext context)
            throws Exception {
        var validator = keyword.newValidator(location, value, parent, context);
        return validator == null ? null : new Metered(validator, value, new SizeBounds(parent.getSchemaNode()));
    }

    private static final class Metered implements KeywordValidator {
        private static final int CHARACTERS_PER_UNIT = 64;
        private static final int MOST_ERRORS = 32;
        /** The work of networknt for each annotation at a position, each time a schema fails there. */
        private static final long ANNOTATION = 64;

        private final KeywordValidator validator;
        private final SizeBounds bounds;
        private final long ownUnits;
        private final boolean comparing;

        Metered(KeywordValidator validator, JsonNode value, SizeBounds bounds) {
            this.validator = validator;
            this.bounds = bounds;
            this.ownUnits = ValidationWork.KEYWORD + (LOOKED_UP.contains(validator.getKeyword()) ? 0 : value.size());
            this.comparing = COMPARING.contains(validator.getKeyword());
        }

        @Override
        public void validate(ExecutionContext context, JsonNode node, JsonNode root, NodePath location) {
            if (bounds.exceededBy(node) && !SizeBounds.KEYWORDS.contains(getKeyword())) {
                return;
            }
            var evaluation = SchemaEvaluation.current();
            evaluation.spend(ownUnits + units(node));
            if (context.isUnevaluatedPropertiesPresent() || context.isUnevaluatedItemsPresent()) {
                evaluation.spend(ANNOTATION * annotations(context, location));
                annotate(evaluation, node);
            }
            evaluation.enter();
            try {
                var repeated = getKeyword().equals("uniqueItems") ? UniqueItems.distinguished(node) : node;
                validator.validate(context, repeated, root, location);
                forgetMostErrors(context);
            } finally {
                evaluation.leave();
            }
        }

        /** One is shown; a choice whose branches all fail would keep every error of all of them. */
        private static void forgetMostErrors(ExecutionContext context) {
            var errors = context.getErrors();
            if (errors.size() > MOST_ERRORS) {
                errors.subList(MOST_ERRORS, errors.size()).clear();
            }
        }

        private long units(JsonNode node) {
            if (node.isString()) {
                return node.stringValue().length() / CHARACTERS_PER_UNIT;
            }
            return comparing ? weight(node) : node.size();
        }

        private static long weight(JsonNode node) {
            long weight = 1;
            for (var child : node) {
                weight += weight(child);
            }
            return weight;
        }

        private static long annotations(ExecutionContext context, NodePath location) {
            var here = context.getAnnotations().asMap().get(location);
            return here == null ? 0 : here.size();
        }

        private void annotate(SchemaEvaluation evaluation, JsonNode node) {
            if (!node.isContainer()) {
                return;
            }
            if (LISTING.contains(getKeyword())) {
                evaluation.annotate(node.size());
            } else if (COUNTING.contains(getKeyword())) {
                evaluation.annotate(0);
            }
        }

        @Override
        public String getKeyword() {
            return validator.getKeyword();
        }

        @Override
        public SchemaLocation getSchemaLocation() {
            return validator.getSchemaLocation();
        }

        @Override
        public void preloadSchema() {
            validator.preloadSchema();
        }
    }
}
