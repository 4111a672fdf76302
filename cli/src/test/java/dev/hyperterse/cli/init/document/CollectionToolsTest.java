package dev.hyperterse.cli.init.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.cli.validation.Validation;
import dev.hyperterse.engines.mongodb.SurveyedCollection;
import dev.hyperterse.engines.mongodb.SurveyedCollection.Field;
import dev.hyperterse.engines.mongodb.SurveyedCollection.Type;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tools of collections that no test can fill. */
class CollectionToolsTest {
    private static final Map<String, Field> FIELDS = new LinkedHashMap<>(Map.of(
            "_id", field(Type.UUID),
            "at", field(Type.TIMESTAMP),
            "owner", field(Type.OBJECT_ID),
            "odd \"path\"", field(Type.TEXT),
            "${x}", field(Type.TEXT),
            "{{ inputs.x }}", field(Type.TEXT),
            "rare", new Field(3, Set.of(Type.TEXT), false),
            "several", new Field(200, Set.of(Type.TEXT, Type.INTEGER), false),
            "inner", field(Type.DOCUMENT),
            "inner.code", field(Type.TEXT)));

    @TempDir
    private Path folder;

    @Test
    void aLargeCollectionIsFilteredByIndexAlone() throws IOException {
        var files = files(new SurveyedCollection(
                "events", false, 5_000_000, 200, List.of("_id", "owner", "at", "inner.code", "several"), FIELDS));
        assertThat(files.get("event.yaml"))
                .contains(
                        "name: list-events}",
                        "name: get-event}",
                        "name: list-events-by-owner}",
                        "name: list-events-by-at}",
                        "name: list-events-by-inner-code}",
                        "{\"owner\": {\"$oid\": \"{{ inputs.owner }}\"}}",
                        "{\"_id\": {\"$gt\": {\"$uuid\": \"{{ inputs.after }}\"}}}")
                .doesNotContain("$expr", "optional", "by-several", "rare");
    }

    @Test
    void aSmallOneIsFilteredByWhateverIsCompared() throws IOException {
        var files = files(new SurveyedCollection("events", false, 50, 200, List.of("_id"), FIELDS));
        assertThat(files.get("event.yaml"))
                .contains("name: owner", "name: at_from", "name: at_before", "name: inner_code", "odd_path")
                .doesNotContain("name: rare", "name: several", "inputs.x");
    }

    @Test
    void amountsHaveBoundsAndTheUnitOfTheirName() throws IOException {
        var fields = new LinkedHashMap<>(Map.of(
                "_id", field(Type.INTEGER),
                "price_cents", field(Type.INTEGER),
                "timing", field(Type.DOCUMENT),
                "timing.durationMs", field(Type.NUMBER),
                "customerId", field(Type.INTEGER),
                "note_ms", field(Type.TEXT)));
        assertThat(files(new SurveyedCollection("products", false, 50, 200, List.of("_id"), fields))
                        .get("product.yaml"))
                .contains("price_cents (whole number, in cents)", "note_ms (text)", "name: customer_id")
                .contains("{name: min_price_cents, type: int, optional: true, description: \"At least: in cents\"}")
                .contains("description: \"At most: in milliseconds\"");
    }

    @Test
    void aViewIsListedOnly() throws IOException {
        assertThat(files(new SurveyedCollection("active", true, -1, 100, List.of(), FIELDS))
                        .get("active.yaml"))
                .contains("In no order; at most 50.")
                .doesNotContain("get-", "\"sort\"");
    }

    @Test
    void keysOfMapsAreInNoFile() throws IOException {
        var fields = new LinkedHashMap<>(Map.of(
                "_id", field(Type.INTEGER),
                "visits", field(Type.DOCUMENT),
                "visits.zoe", new Field(60, Set.of(Type.DOCUMENT), false),
                "visits.zoe.count", new Field(60, Set.of(Type.INTEGER), false),
                "visits.total", field(Type.INTEGER),
                "pictures", field(Type.DOCUMENT),
                "pictures.grace", new Field(1, Set.of(Type.BINARY), false),
                "scan", field(Type.BINARY)));
        for (var index = 0; index < 21; index++) {
            fields.put("visits.u" + index, new Field(5, Set.of(Type.DOCUMENT), false));
        }
        var collection = new SurveyedCollection("pages", false, 200, 200, List.of("_id"), fields);
        assertThat(files(collection).get("page.yaml"))
                .contains("visits.total", "\"projection\": {\"scan\": 0}")
                .doesNotContain("zoe", "grace");
        assertThat(leftOut(collection)).contains("pages.scan").doesNotContain("grace");
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, false",
        "2, 1, false",
        "2, 2, true",
        "10, 4, false",
        "10, 5, true",
        "100, 9, false",
        "100, 10, true"
    })
    void aFieldIsOfTheShapeIfEnoughDocumentsHaveIt(int sampled, int documents, boolean isOfTheShape)
            throws IOException {
        var fields = Map.of("_id", field(Type.INTEGER), "zoe", new Field(documents, Set.of(Type.TEXT), false));
        assertThat(files(new SurveyedCollection("pages", false, sampled, sampled, List.of("_id"), fields))
                        .get("page.yaml")
                        .contains("zoe"))
                .isEqualTo(isOfTheShape);
    }

    private static String leftOut(SurveyedCollection collection) {
        return new DocumentFiles("shop", "shop", "", List.of(collection))
                .leftOut()
                .toString();
    }

    /** The compiler takes all of it. */
    private Map<String, String> files(SurveyedCollection collection) throws IOException {
        var made = new DocumentFiles(
                        "shop",
                        "shop",
                        "engine: Mongodb\nurl: \"mongodb://localhost:27017\"\nmongodb: {database: shop}\n",
                        List.of(collection))
                .make();
        for (var file : made.texts().entrySet()) {
            Files.writeString(folder.resolve(file.getKey()), file.getValue());
        }
        assertThat(Validation.run(folder).diagnostics()).isEmpty();
        return made.texts();
    }

    private static Field field(Type type) {
        return new Field(200, Set.of(type), false);
    }
}
