package dev.hyperterse.search.bench;

import dev.hyperterse.search.document.SearchDocument;
import dev.hyperterse.search.document.SearchInput;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.apache.lucene.analysis.en.EnglishAnalyzer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.StoredField;
import org.apache.lucene.document.TextField;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;

/** Lucene as most would use it: one text per tool, its English analyzer, BM25. */
final class LuceneRival {
    private static final String TEXT = "text";
    private static final String NAME = "name";

    private final EnglishAnalyzer analyzer = new EnglishAnalyzer();
    private final IndexSearcher searcher;

    LuceneRival(List<SearchDocument> tools) {
        try {
            var directory = new ByteBuffersDirectory();
            try (var writer = new IndexWriter(directory, new IndexWriterConfig(analyzer))) {
                for (var tool : tools) {
                    var document = new Document();
                    document.add(new StoredField(NAME, tool.name()));
                    document.add(new TextField(TEXT, text(tool), Field.Store.NO));
                    writer.addDocument(document);
                }
            }
            this.searcher = new IndexSearcher(DirectoryReader.open(directory));
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    List<String> search(String query, int limit) {
        try {
            var clauses = new BooleanQuery.Builder();
            terms(query).forEach(term -> clauses.add(new TermQuery(new Term(TEXT, term)), BooleanClause.Occur.SHOULD));
            var names = new ArrayList<String>();
            for (var hit : searcher.search(clauses.build(), limit).scoreDocs) {
                names.add(searcher.storedFields().document(hit.doc).get(NAME));
            }
            return names;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private List<String> terms(String query) throws IOException {
        var terms = new ArrayList<String>();
        try (var stream = analyzer.tokenStream(TEXT, query)) {
            var term = stream.addAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                terms.add(term.toString());
            }
            stream.end();
        }
        return terms;
    }

    private static String text(SearchDocument tool) {
        var text = new StringJoiner(" ")
                .add(tool.name())
                .add(tool.description())
                .add(tool.statement().orElse(""));
        for (SearchInput input : tool.inputs()) {
            text.add(input.name()).add(input.description().orElse(""));
        }
        return text.toString();
    }
}
