package dev.hyperterse.runtime.mcp.result;

import dev.hyperterse.calls.CallFailure;
import dev.hyperterse.calls.Stage;
import dev.hyperterse.calls.memory.ResultBuffer;
import dev.hyperterse.calls.memory.ResultBuffer.Form;
import dev.hyperterse.calls.result.ContentJson;
import dev.hyperterse.catalog.Content;
import dev.hyperterse.catalog.Template;
import java.util.Map;
import java.util.Optional;

/** The contents of a resource that was read; rows are its text. */
public final class ResourceResult extends ListedResult {
    private final String uri;
    private final String mimeType;
    private final boolean stays;

    /**
     * @param mimeType of contents without their own
     * @param stays whether the content changes only with the catalog
     */
    public ResourceResult(ResultBuffer out, String uri, String mimeType, boolean stays, ResultFrame frame) {
        super(out, "\"contents\":[", frame);
        this.stays = stays;
        this.uri = uri;
        this.mimeType = mimeType;
    }

    @Override
    public Optional<String> uri() {
        return Optional.of(uri);
    }

    @Override
    public void content(Content content, Map<String, String> arguments) {
        next();
        var address = Template.literal(uri);
        var json = new ContentJson(out, arguments);
        switch (content) {
            case Content.Text(var text) -> json.textContents(address, Optional.of(mimeType), text);
            case Content.Image(var data, var type) -> json.blobContents(address, Optional.of(type), data);
            case Content.Audio(var data, var type) -> json.blobContents(address, Optional.of(type), data);
            case Content.EmbeddedText(var own, var type, var text) -> json.textContents(own, type, text);
            case Content.EmbeddedBlob(var own, var type, var blob) -> json.blobContents(own, type, blob);
            case Content.ResourceLink _ ->
                throw new CallFailure(Stage.RESULT, "a resource has texts and blobs, and no link to another one");
        }
    }

    @Override
    void afterPieces(ResultFrame ofEra) {
        out.raw(stays ? ofEra.kept() : ofEra.read());
    }

    @Override
    protected void beforeRows() {
        next();
        out.ascii("{\"uri\":").quoted(uri);
        out.ascii(",\"mimeType\":").quoted(mimeType);
        out.ascii(",\"text\":\"").form(Form.INSIDE_STRING);
    }

    @Override
    protected void afterRows() {
        out.form(Form.PLAIN).ascii("\"}");
    }
}
