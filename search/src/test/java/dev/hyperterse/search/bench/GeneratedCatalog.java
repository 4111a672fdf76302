package dev.hyperterse.search.bench;

import dev.hyperterse.search.document.SearchDocument;
import dev.hyperterse.search.document.SearchInput;
import dev.hyperterse.search.document.ToolShape;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Catalogs of any size, the same for the same seed: tools over business entities, most of them with a statement, in three
 * spellings of names, and with made-up product words that only a few tools share, as real catalogs have them.
 */
public final class GeneratedCatalog {
    private static final List<String> VERBS = words("list get find count create update delete archive export import"
            + " approve cancel assign merge compare summarize validate schedule notify restore");
    private static final List<String> ENTITIES = words("order invoice customer product shipment payment refund supplier"
            + " warehouse employee contract ticket incident campaign subscription discount coupon basket category review"
            + " address delivery carrier route vehicle driver depot budget forecast expense salary holiday candidate"
            + " interview meeting room device sensor alarm measurement recipe ingredient patient appointment"
            + " prescription student course lesson exam library book author loan museum exhibition festival stadium"
            + " match league player referee flight airport passenger hotel reservation guest restaurant menu"
            + " harbour vessel container customs tariff policy claim audit certificate licence password session");
    private static final List<String> ATTRIBUTES = words("status region country city date month owner price currency"
            + " quantity weight colour size priority channel language postcode department manager rating balance"
            + " deadline version source target");
    private static final String CONSONANTS = "bcdfghjklmnprstvwz";
    private static final String VOWELS = "aeiou";

    private final Random random;

    private GeneratedCatalog(long seed) {
        this.random = new Random(seed);
    }

    /** A catalog with unique names. */
    public static List<SearchDocument> of(int tools, long seed) {
        var generated = new GeneratedCatalog(seed);
        var products = generated.products(Math.max(1, tools / 2));
        var names = new HashSet<String>();
        var documents = new ArrayList<SearchDocument>(tools);
        while (documents.size() < tools) {
            var document = generated.tool(products);
            if (names.add(document.name())) {
                documents.add(document);
            }
        }
        return List.copyOf(documents);
    }

    private List<String> products(int count) {
        var products = new HashSet<String>();
        var ordered = new ArrayList<String>();
        while (ordered.size() < count) {
            var product = syllable() + syllable() + syllable();
            if (products.add(product)) {
                ordered.add(product);
            }
        }
        return ordered;
    }

    private String syllable() {
        return "" + letter(CONSONANTS) + letter(VOWELS) + (random.nextBoolean() ? letter(CONSONANTS) : "");
    }

    private char letter(String letters) {
        return letters.charAt(random.nextInt(letters.length()));
    }

    private SearchDocument tool(List<String> products) {
        var verb = one(VERBS);
        var entity = one(ENTITIES);
        var product = one(products);
        var attribute = one(ATTRIBUTES);
        var other = one(ATTRIBUTES);
        return new SearchDocument(
                name(List.of(verb, product, entity, "by", attribute)),
                Optional.empty(),
                "%s %ss of %s by %s; also tells the %s of each %s."
                        .formatted(capitalized(verb), entity, capitalized(product), attribute, other, entity),
                random.nextInt(4) == 0
                        ? Optional.empty()
                        : Optional.of("SELECT id, %s, %s FROM %s_%s WHERE %s = {{ inputs.%s }} ORDER BY id"
                                .formatted(attribute, other, product, entity, attribute, attribute)),
                List.of(
                        new SearchInput(
                                attribute,
                                "string",
                                false,
                                Optional.of("The %s of the %s".formatted(attribute, entity)),
                                Optional.empty()),
                        new SearchInput("limit", "int", true, Optional.of("How many at most"), Optional.of("50"))),
                shape(attribute, entity));
    }

    private static ToolShape shape(String attribute, String entity) {
        var schema = JsonNodeFactory.instance.objectNode().put("type", "object");
        var properties = schema.putObject("properties");
        properties
                .putObject(attribute)
                .put("type", "string")
                .put("description", "The %s of the %s".formatted(attribute, entity));
        properties
                .putObject("limit")
                .put("type", "integer")
                .put("description", "How many at most")
                .put("default", 50);
        schema.putArray("required").add(attribute);
        return new ToolShape(schema, Optional.empty(), Optional.empty());
    }

    private String name(List<String> words) {
        return switch (random.nextInt(3)) {
            case 0 -> String.join("-", words);
            case 1 -> String.join("_", words);
            default -> camelCase(words);
        };
    }

    private static String camelCase(List<String> words) {
        var name = new StringBuilder(words.getFirst());
        words.stream().skip(1).map(GeneratedCatalog::capitalized).forEach(name::append);
        return name.toString();
    }

    private static String capitalized(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    private String one(List<String> words) {
        return words.get(random.nextInt(words.size()));
    }

    private static List<String> words(String text) {
        return List.of(text.split(" "));
    }
}
