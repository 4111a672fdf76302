package dev.hyperterse.cli.init.naming;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Names of tables as agents read them. */
class WordsTest {
    @ParameterizedTest
    @CsvSource({
        "orders,         order,          orders",
        "Order Details,  order-detail,   order-details",
        "InvoiceLine,    invoice-line,   invoice-lines",
        "film_category,  film-category,  film-categories",
        "Categories,     category,       categories",
        "address,        address,        addresses",
        "addresses,      address,        addresses",
        "status,         status,         statuses",
        "staff,          staff,          staff",
        "people,         person,         people",
        "movies,         movie,          movies",
        "boxes,          box,            boxes",
        "houses,         house,          houses",
        "SALARIES,       salary,         salaries",
        "HTTPRequest,    http-request,   http-requests",
        "Größen,         grossen,        grossens",
        "a.b\"c`d,       a-b-c-d,        a-b-c-ds",
        "日本,            table,          tables",
        "__,             table,          tables",
    })
    void oneAndMany(String name, String one, String many) {
        assertThat(Words.singular(Words.of(name, "table"))).isEqualTo(one);
        assertThat(Words.plural(Words.of(name, "table"))).isEqualTo(many);
    }
}
