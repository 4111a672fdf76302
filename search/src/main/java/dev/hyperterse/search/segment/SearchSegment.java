package dev.hyperterse.search.segment;

import dev.hyperterse.search.document.AnalyzedDocument;
import dev.hyperterse.search.document.DocumentAnalysis;
import dev.hyperterse.search.document.SearchDocument;
import dev.hyperterse.search.document.SearchField;
import dev.hyperterse.search.text.Analyzer;
import dev.hyperterse.search.text.Language;
import dev.hyperterse.search.text.SearchToken;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The index of the tools of one catalog slot. Immutable and independent of other slots, so that a reload keeps the
 * segments of unchanged slots. Statistics across slots belong to {@link SearchIndex}.
 */
public final class SearchSegment {
    private final Language language;
    private final List<AnalyzedDocument> documents;
    private final TermTable terms;
    private final Postings postings;
    private final RankingWeights weights;
    private final WordForms wordForms;
    private final TermSequences names;
    private final TermSequences descriptions;

    private SearchSegment(Language language, RankingWeights weights, List<AnalyzedDocument> documents) {
        this.language = language;
        this.weights = weights;
        this.documents = documents;
        this.terms = TermTable.of(documents.stream()
                .flatMap(document -> document.fields().stream())
                .flatMap(List::stream)
                .map(SearchToken::term)
                .toList());
        this.postings = Postings.of(documents, terms, new Occurrences(weights));
        this.wordForms = WordForms.of(documents);
        this.names = TermSequences.of(documents, SearchField.NAME, terms);
        this.descriptions = TermSequences.of(documents, SearchField.DESCRIPTION, terms);
    }

    /** Indexes the tools of a slot. */
    public static SearchSegment of(List<SearchDocument> documents, Language language) {
        return of(documents, language, RankingWeights.TUNED);
    }

    static SearchSegment of(List<SearchDocument> documents, Language language, RankingWeights weights) {
        return new SearchSegment(language, weights, analyzed(documents, language, Map.of()));
    }

    /** The segment after a change of its slot; reuses the analysis of each unchanged tool. */
    public SearchSegment replacedBy(List<SearchDocument> changed) {
        var kept = new HashMap<SearchDocument, AnalyzedDocument>();
        documents.forEach(document -> kept.put(document.document(), document));
        var analyzed = analyzed(changed, language, kept);
        return analyzed.equals(documents) ? this : new SearchSegment(language, weights, analyzed);
    }

    private static List<AnalyzedDocument> analyzed(
            List<SearchDocument> documents, Language language, Map<SearchDocument, AnalyzedDocument> kept) {
        var analysis = new DocumentAnalysis(new Analyzer(language));
        var analyzed = new ArrayList<AnalyzedDocument>(documents.size());
        for (var document : documents) {
            var known = kept.get(document);
            analyzed.add(known == null ? analysis.analyze(document) : known);
        }
        return List.copyOf(analyzed);
    }

    /** The number of tools. */
    public int size() {
        return documents.size();
    }

    public Language language() {
        return language;
    }

    public AnalyzedDocument document(int document) {
        return documents.get(document);
    }

    public TermTable terms() {
        return terms;
    }

    public Postings postings() {
        return postings;
    }

    public WordForms wordForms() {
        return wordForms;
    }

    public TermSequences names() {
        return names;
    }

    public TermSequences descriptions() {
        return descriptions;
    }
}
