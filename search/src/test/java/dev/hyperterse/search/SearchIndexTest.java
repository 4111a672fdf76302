package dev.hyperterse.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.search.document.SearchDocument;
import dev.hyperterse.search.document.SearchInput;
import dev.hyperterse.search.document.ToolShape;
import dev.hyperterse.search.segment.SearchSegment;
import dev.hyperterse.search.text.Language;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class SearchIndexTest {
    private static final ToolShape ORDERS_SHAPE =
            new ToolShape(JsonMapper.shared().readTree("""
                    {"type": "object", "additionalProperties": false, "required": ["customer_id"], "properties": {
                      "customer_id": {"type": "integer", "description": "Customer"},
                      "status": {"type": "string", "default": "open", "enum": ["open", "closed"]}}}
                    """), Optional.empty(), Optional.empty());
    private static final SearchDocument LIST_ORDERS = new SearchDocument(
            "list-orders",
            Optional.of("List orders"),
            "Orders of one customer, newest first",
            Optional.of("SELECT id, total FROM orders WHERE customer_id = {{ inputs.customer_id }}"),
            List.of(
                    new SearchInput("customer_id", "int", false, Optional.of("Customer"), Optional.empty()),
                    new SearchInput("status", "string", true, Optional.empty(), Optional.of("\"open\""))),
            ORDERS_SHAPE);
    private static final SearchDocument GET_USER = new SearchDocument(
            "get-user", Optional.empty(), "One user by e-mail address", Optional.empty(), List.of(), ToolShape.OPEN);

    private final SearchIndex index = SearchIndex.empty(Language.ENGLISH)
            .compose(List.of(
                    SearchSegment.of(List.of(LIST_ORDERS), Language.ENGLISH),
                    SearchSegment.of(List.of(GET_USER), Language.ENGLISH)));

    @Test
    void hitIsWrittenAsJsonWithInputsInDeclaredOrder() {
        var hit = index.search("list-orders", 10).getFirst();
        var json = new ByteArrayOutputStream();
        hit.writeInsideString(json::writeBytes);
        assertThat(json.size()).isLessThanOrEqualTo(hit.size());
        assertThat(JsonMapper.shared().readValue("\"" + json.toString(StandardCharsets.UTF_8) + "\"", String.class))
                .isEqualTo("{\"name\":\"list-orders\",\"relevance_score\":100,\"title\":\"List orders\","
                        + "\"description\":\"Orders of one customer, newest first\","
                        + "\"statement\":\"SELECT id, total FROM orders WHERE customer_id = {{ inputs.customer_id }}\","
                        + "\"inputs\":[{\"name\":\"customer_id\",\"type\":\"int\",\"optional\":false,"
                        + "\"description\":\"Customer\"},{\"name\":\"status\",\"type\":\"string\",\"optional\":true,"
                        + "\"default_value\":\"open\",\"enum\":[\"open\",\"closed\"]}]}");
    }

    /** Entries of inputs cannot say that others are taken too. */
    @Test
    void hitOfAToolThatTakesMoreHasItsSchema() {
        var json = new ByteArrayOutputStream();
        index.search("get-user", 10).getFirst().writeInsideString(json::writeBytes);
        assertThat(json.toString(StandardCharsets.UTF_8))
                .contains("\\\"inputs\\\":[],\\\"inputSchema\\\":{\\\"type\\\":\\\"object\\\"}");
    }

    @Test
    void queryWithoutAKnownWordFindsNothing() {
        assertThat(index.search("zzzz", 10)).isEmpty();
        assertThat(index.search("what is the", 10)).isEmpty();
        assertThat(index.search("", 10)).isEmpty();
    }

    @Test
    void hiddenToolIsNotFoundEvenByName() {
        assertThat(index.restrictedTo(name -> !name.equals("list-orders")).search("list-orders", 10))
                .isEmpty();
    }
}
