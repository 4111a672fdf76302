package dev.hyperterse.cli.init.document;

import dev.hyperterse.engines.mongodb.SurveyedCollection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/**
 * Tells the fields of a collection from the keys of maps in its documents. Keys are data, such as the names of users,
 * and only some documents have each; a field has a tenth of the documents, and half of them where that says little.
 */
final class DocumentShape {
    private static final int RAREST = 10;
    /** Of fewer documents a tenth is one or two. */
    private static final int FEW_DOCUMENTS = 20;
    /** A document with more rare fields is a map. */
    private static final int MOST_RARE = 20;

    private final SurveyedCollection collection;
    private final Map<String, Integer> rareBelow = new HashMap<>();

    DocumentShape(SurveyedCollection collection) {
        this.collection = collection;
        collection.fields().keySet().stream()
                .filter(path -> !has(path, RAREST))
                .forEach(path -> rareBelow.merge(above(path), 1, Integer::sum));
    }

    /** The paths of the fields that a statement can have. */
    Set<String> paths() {
        var found = new LinkedHashSet<String>();
        collection.fields().keySet().stream()
                .filter(path -> DocumentFiles.isUsable(path) && isField(path))
                .forEach(found::add);
        return found;
    }

    private boolean isField(String path) {
        var above = above(path);
        var isInMap = rareBelow.getOrDefault(above, 0) > MOST_RARE;
        return has(path, isInMap || collection.sampled() < FEW_DOCUMENTS ? 2 : RAREST)
                && (above.isEmpty() || isField(above));
    }

    /** Whether two documents have it, and one of so many. */
    private boolean has(String path, int ofSoMany) {
        var documents = collection.fields().get(path).documents();
        return documents > 1 && ofSoMany * documents >= collection.sampled();
    }

    private static String above(String path) {
        return path.substring(0, Math.max(path.lastIndexOf('.'), 0));
    }
}
