package dev.hyperterse.search;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.search.CatalogWords.Group;
import dev.hyperterse.search.document.SearchDocument;
import dev.hyperterse.search.document.ToolShape;
import dev.hyperterse.search.segment.SearchSegment;
import dev.hyperterse.search.text.Language;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class CatalogWordsTest {
    private static final List<SearchDocument> SHOP = List.of(
            tool("list-orders", "The orders of a customer, newest first"),
            tool("get-order", "One order with its invoice"),
            tool("cancel_order", "Cancels an order that is not shipped"),
            tool("list-customers", "Customers of a region, with their credit limits"),
            tool("getCustomer", "One customer with addresses"),
            tool("low-stock", "Products that the warehouse runs out of"));

    @Test
    void subjectsOfSeveralToolsAreGroups() {
        assertThat(index(SHOP).words().groups()).containsExactly(new Group("order", 3), new Group("customer", 2));
    }

    @Test
    void otherTellingWordsFollow() {
        assertThat(index(SHOP).words().words())
                .contains("invoice", "warehouse", "credit")
                .doesNotContain("order", "orders", "customer", "customers", "list", "get", "first", "the");
    }

    @Test
    void emptyIndexSaysNothing() {
        assertThat(index(List.of()).words()).isEqualTo(new CatalogWords(List.of(), List.of()));
    }

    /** Each in a segment of its own, in the reverse order. */
    @Test
    void wordsDoNotDependOnTheDistributionOfTools() {
        var segments = SHOP.reversed().stream()
                .map(tool -> SearchSegment.of(List.of(tool), Language.ENGLISH))
                .toList();
        assertThat(SearchIndex.empty(Language.ENGLISH).compose(segments).words())
                .isEqualTo(index(SHOP).words());
    }

    /** Neither by a word, nor by a spelling, nor by a number. */
    @Test
    void hiddenToolsLeaveNoTrace() {
        var hidden = List.of(
                tool("list-salaries", "Salaries of employees by customers"), tool("orders", "Ordering of everything"));
        var all = Stream.concat(SHOP.stream(), hidden.stream()).toList();
        var restricted = index(all)
                .restrictedTo(name -> SHOP.stream().anyMatch(tool -> tool.name().equals(name)));

        assertThat(restricted.words()).isEqualTo(index(SHOP).words());
        assertThat(index(all).words()).isNotEqualTo(index(SHOP).words());
    }

    @Test
    void largeCatalogIsToldInAFewWords() {
        var tools = Stream.iterate(0, number -> number + 1)
                .limit(1_000)
                .map(number -> tool("list-thing" + "abcdefghij".charAt(number % 10) + "-" + number, "It is " + number))
                .toList();
        var words = index(tools).words();

        assertThat(words.groups()).hasSize(8).allSatisfy(group -> assertThat(group.tools())
                .isEqualTo(100));
        assertThat(words.words()).hasSizeLessThanOrEqualTo(12);
    }

    private static SearchIndex index(List<SearchDocument> tools) {
        return SearchIndex.empty(Language.ENGLISH)
                .compose(
                        tools.isEmpty() ? Collections.emptyList() : List.of(SearchSegment.of(tools, Language.ENGLISH)));
    }

    private static SearchDocument tool(String name, String description) {
        return new SearchDocument(
                name,
                Optional.empty(),
                description,
                Optional.of("SELECT secret FROM vault"),
                List.of(),
                ToolShape.OPEN);
    }
}
