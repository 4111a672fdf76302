package dev.hyperterse.search.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class AnalyzerTest {
    private final Analyzer analyzer = new Analyzer(Language.ENGLISH);

    @ParameterizedTest(name = "{0}")
    @CsvSource(delimiter = '|', textBlock = """
            camelCase pieces and the whole      | getUserName          | get user name getusernam
            capitals before a word              | HTTPServer           | http server httpserver
            plural of capitals                  | userIDs              | user identifi userid
            snake case                          | get_user_name        | get user name
            kebab case                          | get-user-name        | get user name
            dots and slashes                    | team-a.orders/list   | team order list
            letters and digits                  | address2             | address address2
            numbers stay whole                  | 3.14 2nd 2026-11-20  | 3 14 2nd 2026 11 20
            singular and plural are one         | orders order         | order order
            verbs are one                       | creating created     | creat creat
            abbreviations are what they shorten | avg qty              | averag quantiti
            possessives                         | the user's friends'  | user friend
            stop words                          | what is the          |
            accents                             | Café Zürich Ångström | cafe zurich angstrom
            decomposed accents                  | Café                | cafe
            letters without decomposition       | Straße Łódź søk      | strass lodz sok
            full width and ligatures            | ｏｒｄｅｒ ﬁle         | order file
            Japanese                            | 注文一覧               | 注文 文一 一覧
            a lone character                    | 注                    | 注
            Japanese with Latin                 | 注文API               | 注文 api
            voicing marks stay                  | がか                   | がか
            Korean                              | 거실에어컨              | 거실 실에 에어 어컨
            Thai                                | สวัสดี                 | สว วั ัส สด ดี
            Arabic without vowel signs          | كِتَاب كتاب             | كتاب كتاب
            Hebrew without points               | שָׁלוֹם שלום             | שלום שלום
            right to left marks                 | ‏שלום‎           | שלום
            Cyrillic keeps its letters          | чай ёлка             | чай елка
            Devanagari keeps its vowels         | हिन्दी                   | हिन्दी
            emoji                               | 🚀 launch             | 🚀 launch
            joined emoji                        | 👩‍💻                   | 👩 💻
            """)
    void textIsSplitIntoTerms(String what, String text, String terms) {
        assertThat(String.join(" ", terms(text))).isEqualTo(terms == null ? "" : terms);
    }

    @Test
    void stopWordsAreKeptOnRequest() {
        assertThat(analyzer.analyzeEveryWord("who-is").stream().map(SearchToken::surface))
                .containsExactly("who", "is");
    }

    @Test
    void longRunIsSplitIntoWordsOfLimitedLength() {
        assertThat(analyzer.analyze("x".repeat(1_000)))
                .hasSize((1_000 + WordSplitter.LONGEST_WORD - 1) / WordSplitter.LONGEST_WORD)
                .allSatisfy(token -> assertThat(token.surface()).hasSizeLessThanOrEqualTo(WordSplitter.LONGEST_WORD));
    }

    @Test
    void loneSurrogatesAndControlCharactersAreNoWords() {
        assertThat(terms("\ud83d order \udc69 \u0000\u0007")).containsExactly("order");
    }

    @ParameterizedTest
    @EnumSource(Language.class)
    void everyLanguageHasAStemmerAndStopWords(Language language) {
        var stemmer = new Analyzer(language);
        assertThat(stemmer.analyze("kubernetes")).isNotEmpty();
        assertThat(StopWords.of(language).stop()).hasSizeGreaterThan(50);
    }

    @Test
    void otherLanguagesReduceTheirOwnWords() {
        var german = new Analyzer(Language.GERMAN);
        assertThat(german.analyze("Bestellungen").getFirst().term())
                .isEqualTo(german.analyze("Bestellung").getFirst().term());
        assertThat(german.analyze("der die das")).isEmpty();
        assertThat(terms("Bestellungen")).isNotEqualTo(terms("Bestellung"));
    }

    private List<String> terms(String text) {
        return analyzer.analyze(text).stream().map(SearchToken::term).toList();
    }
}
