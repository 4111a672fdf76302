package dev.hyperterse.search.text;

import java.util.Locale;
import java.util.function.Supplier;
import org.tartarus.snowball.SnowballStemmer;
import org.tartarus.snowball.ext.DanishStemmer;
import org.tartarus.snowball.ext.DutchStemmer;
import org.tartarus.snowball.ext.EnglishStemmer;
import org.tartarus.snowball.ext.FinnishStemmer;
import org.tartarus.snowball.ext.FrenchStemmer;
import org.tartarus.snowball.ext.GermanStemmer;
import org.tartarus.snowball.ext.HungarianStemmer;
import org.tartarus.snowball.ext.ItalianStemmer;
import org.tartarus.snowball.ext.NorwegianStemmer;
import org.tartarus.snowball.ext.PortugueseStemmer;
import org.tartarus.snowball.ext.RussianStemmer;
import org.tartarus.snowball.ext.SpanishStemmer;
import org.tartarus.snowball.ext.SwedishStemmer;

/**
 * The language whose words are stemmed and whose stop words are left out. Words of other languages and scripts are
 * found in the form in which they are written.
 */
public enum Language {
    ENGLISH(EnglishStemmer::new),
    DANISH(DanishStemmer::new),
    DUTCH(DutchStemmer::new),
    FINNISH(FinnishStemmer::new),
    FRENCH(FrenchStemmer::new),
    GERMAN(GermanStemmer::new),
    HUNGARIAN(HungarianStemmer::new),
    ITALIAN(ItalianStemmer::new),
    NORWEGIAN(NorwegianStemmer::new),
    PORTUGUESE(PortugueseStemmer::new),
    RUSSIAN(RussianStemmer::new),
    SPANISH(SpanishStemmer::new),
    SWEDISH(SwedishStemmer::new);

    private final Supplier<SnowballStemmer> stemmer;

    Language(Supplier<SnowballStemmer> stemmer) {
        this.stemmer = stemmer;
    }

    SnowballStemmer newStemmer() {
        return stemmer.get();
    }

    String lowerCaseName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
