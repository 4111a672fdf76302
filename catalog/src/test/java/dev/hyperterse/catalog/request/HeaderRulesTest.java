package dev.hyperterse.catalog.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderRulesTest {
    @ParameterizedTest
    @CsvSource({
        "x-request-id, true",
        "_x.y, true",
        "'', false",
        "X-Upper, false",
        "a b, false",
        "a:b, false",
        "a\u00e4, false",
    })
    void nameIsATokenInLowerCase(String name, boolean is) {
        assertThat(HeaderRules.isName(name)).isEqualTo(is);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a\rb", "a\nb", "a\0b", "a\u007fb", "a\u2028b", "a\n"})
    void noTextHasALineBreakOrControlCharacter(String text) {
        assertThat(HeaderRules.isText(text)).isFalse();
        assertThat(HeaderRules.isOctets(text)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"'', true, true", "'a\tb ~', true, true", "\u00e4, false, true", "\u20ac, false, false"})
    void scriptsMaySendOctetsBeyondAscii(String text, boolean isText, boolean isOctets) {
        assertThat(HeaderRules.isText(text)).isEqualTo(isText);
        assertThat(HeaderRules.isOctets(text)).isEqualTo(isOctets);
    }

    @ParameterizedTest
    @CsvSource({"host, true, true", "content-type, false, true", "accept, false, false"})
    void scriptsMayNameTheTypeOfTheirBody(String name, boolean ofConnection, boolean ofConnectionOrBody) {
        assertThat(HeaderRules.isOfConnection(name)).isEqualTo(ofConnection);
        assertThat(HeaderRules.isOfConnectionOrBody(name)).isEqualTo(ofConnectionOrBody);
    }
}
