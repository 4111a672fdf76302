package dev.hyperterse.search;

import dev.hyperterse.search.SearchExplanation.Word;
import dev.hyperterse.search.document.SearchField;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Explanations as JSON, best tool first; points with two decimals. */
public final class ExplanationJson {
    private ExplanationJson() {}

    public static ArrayNode of(List<SearchExplanation> explanations) {
        var json = JsonMapper.shared().createArrayNode();
        explanations.forEach(explanation -> write(explanation, json.addObject()));
        return json;
    }

    private static void write(SearchExplanation explanation, ObjectNode json) {
        json.put("name", explanation.tool())
                .put("relevance_score", explanation.relevanceScore())
                .put("points", rounded(explanation.points()))
                .put("best_points", rounded(explanation.bestPoints()));
        var words = json.putArray("words");
        explanation.words().forEach(word -> write(word, words.addObject()));
        json.put("name_coverage", rounded(explanation.nameCoverage()))
                .put("description_coverage", rounded(explanation.descriptionCoverage()))
                .put("pairs", rounded(explanation.pairs()));
    }

    private static void write(Word word, ObjectNode json) {
        json.put("asked", word.asked())
                .put("found", word.found())
                .put("likeness", word.likeness())
                .put("rarity", rounded(word.rarity()))
                .put("points", rounded(word.points()));
        var fields = json.putObject("fields");
        for (var field : SearchField.values()) {
            var points = word.pointsByField().get(field);
            if (points != null) {
                fields.put(field.name().toLowerCase(Locale.ROOT), rounded(points));
            }
        }
    }

    private static double rounded(double points) {
        return Math.round(100 * points) / 100.0;
    }
}
