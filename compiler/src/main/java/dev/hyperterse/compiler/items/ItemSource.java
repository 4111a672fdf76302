package dev.hyperterse.compiler.items;

import dev.hyperterse.catalog.Action;
import dev.hyperterse.compiler.problem.Checked;
import dev.hyperterse.crds.v1alpha1.LeafSpec;
import dev.hyperterse.crds.v1alpha1.shared.Document;
import java.util.List;

/** The section by which an object brings many definitions. Pure: equal sections and texts give equal items. */
public interface ItemSource {
    /** The most items of one object. */
    int MOST_ITEMS = 512;

    /** The document that describes the items. */
    Document document();

    /** The field that holds it, such as {@code spec.openapi.document}. */
    String path();

    /**
     * The items in the order of the document, or why there are none.
     *
     * @param text of the document
     */
    Checked<List<Item>> items(String text);

    /** The sections of the object that hold for an item, whether or not the document has it. */
    LeafSpec shared(String item);

    /** Whether the object names an item as suspended, whichever section brought the one that is published. */
    boolean suspends(String item);

    /** Whether a published definition is an item of such a section, selected or not. */
    boolean brings(Action published);

    /**
     * Whether the object wants an item whose document cannot say what it is now. A choice that needs the document, such as one
     * by tags, leaves out nothing.
     *
     * @param published the action of the definition that clients have
     */
    boolean wants(String item, Action published);
}
