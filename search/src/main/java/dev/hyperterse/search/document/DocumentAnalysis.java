package dev.hyperterse.search.document;

import dev.hyperterse.search.text.Analyzer;
import dev.hyperterse.search.text.SearchToken;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Splits each field of a tool into tokens. */
public final class DocumentAnalysis {
    /** The characters of a description, a statement or the inputs' texts that are indexed; the rest is only shown. */
    static final int INDEXED_CHARACTERS = 8_192;

    private static final int MOST_JOINED_PIECES = 4;

    private final Analyzer analyzer;
    private final StatementText statements = new StatementText();

    public DocumentAnalysis(Analyzer analyzer) {
        this.analyzer = analyzer;
    }

    public AnalyzedDocument analyze(SearchDocument document) {
        var schema = SchemaWords.of(document.shape().inputSchema());
        var fields = new ArrayList<List<SearchToken>>(SearchField.COUNT);
        for (var field : SearchField.values()) {
            fields.add(
                    switch (field) {
                        case NAME -> name(document);
                        case DESCRIPTION -> tokens(document.description());
                        case STATEMENT ->
                            tokens(document.statement().map(statements::words).orElse(""));
                        case INPUT_NAMES ->
                            tokens(joined(document.inputs().stream().map(SearchInput::name), schema.names().stream()));
                        case INPUT_DESCRIPTIONS ->
                            tokens(joined(
                                    document.inputs().stream().flatMap(input -> input.description().stream()),
                                    schema.descriptions().stream()));
                        case INPUT_VALUES -> tokens(joined(schema.values().stream(), Stream.empty()));
                    });
        }
        return new AnalyzedDocument(document, List.copyOf(fields), HitJson.of(document));
    }

    private List<SearchToken> name(SearchDocument document) {
        var everyWord = analyzer.analyzeEveryWord(document.name());
        var words = analyzer.analyze(document.name());
        var tokens = new ArrayList<>(words.isEmpty() ? everyWord : words);
        var known = tokens.stream().map(SearchToken::term).collect(Collectors.toSet());
        Stream.of(words, everyWord)
                .flatMap(name -> inOneWord(name).stream())
                .filter(token -> known.add(token.term()))
                .forEach(tokens::add);
        document.title().ifPresent(title -> analyzer.analyze(title).stream()
                .filter(token -> known.add(token.term()))
                .forEach(tokens::add));
        return List.copyOf(tokens);
    }

    /**
     * A short name as it is typed without separators: {@code listorders} for {@code list-orders}, {@code salesbymonth}
     * for {@code sales-by-month}, in which the stop word "by" is part of the word.
     */
    private Optional<SearchToken> inOneWord(List<SearchToken> name) {
        var pieces = name.stream()
                .filter(token -> token.kind() != SearchToken.Kind.WHOLE)
                .toList();
        if (pieces.size() < 2 || pieces.size() > MOST_JOINED_PIECES) {
            return Optional.empty();
        }
        var joined = pieces.stream().map(SearchToken::surface).collect(Collectors.joining());
        return analyzer.analyze(joined).stream()
                .filter(token -> token.surface().equals(joined))
                .map(token -> new SearchToken(token.surface(), token.term(), SearchToken.Kind.WHOLE))
                .findFirst();
    }

    private static String joined(Stream<String> texts, Stream<String> more) {
        return Stream.concat(texts, more).collect(Collectors.joining(" \n"));
    }

    private List<SearchToken> tokens(String text) {
        return text.isBlank() ? List.of() : List.copyOf(analyzer.analyze(bounded(text)));
    }

    private static String bounded(String text) {
        return text.length() <= INDEXED_CHARACTERS ? text : text.substring(0, INDEXED_CHARACTERS);
    }
}
