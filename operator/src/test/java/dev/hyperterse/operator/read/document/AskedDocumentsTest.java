package dev.hyperterse.operator.read.document;

import static org.assertj.core.api.Assertions.assertThat;

import dev.hyperterse.compiler.resolve.ObjectName;
import dev.hyperterse.compiler.resolve.SharedRoom;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AskedDocumentsTest {
    private static final ObjectName TEXTS = ObjectName.configMap("shop", "texts");

    private final KeptDocuments kept = new KeptDocuments(new SharedRoom(1 << 20));

    /** Others may have thousands, and every compile of a server asks for a few. */
    @Test
    void aCompileLooksOnlyAtWhatItAsksFor() {
        List<ObjectName> looked = new ArrayList<>();
        var documents = new AskedDocuments(name -> {
            looked.add(name);
            return kept.find(name);
        });
        assertThat(looked).isEmpty();

        documents.configMap("shop", "texts");
        documents.configMap("shop", "texts");
        assertThat(looked).containsExactly(TEXTS);
        assertThat(documents.asked()).containsExactly(TEXTS);
    }

    @Test
    void aDocumentStaysAsItWasAtTheFirstLook() {
        var documents = new AskedDocuments(kept::find);
        assertThat(documents.configMap("shop", "texts")).isEmpty();
        kept.put(TEXTS, new ReadDocument.Forbidden());

        assertThat(documents.missing()).containsExactly(TEXTS);
        assertThat(documents.differFrom(kept)).isTrue();
    }

    @Test
    void aDocumentThatWasNotAskedForIsNotUsed() {
        kept.put(ObjectName.secret("shop", "database"), new ReadDocument.Forbidden());
        var documents = new AskedDocuments(kept::find);

        assertThat(documents.forbids(ObjectName.secret("shop", "database"))).isTrue();
        assertThat(documents.asked()).isEmpty();
    }
}
