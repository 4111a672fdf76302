package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.runtime.live.definition.Listing;
import dev.hyperterse.runtime.live.definition.Listings;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.RpcError;
import dev.hyperterse.runtime.mcp.seal.CursorSeal;
import java.util.function.Function;

/** The list methods: pages that were cut with the catalog, and a signed cursor to the next page. */
public final class Lists {
    private final Results results;
    private final CursorSeal cursors;

    Lists(Results results, CursorSeal cursors) {
        this.results = results;
        this.cursors = cursors;
    }

    /** One list: its member in the result, and its listing in the catalog. */
    public enum Kind {
        TOOLS("tools", Listings::tools),
        PROMPTS("prompts", Listings::prompts),
        RESOURCES("resources", Listings::resources),
        TEMPLATES("resourceTemplates", Listings::templates),
        SKILLS("skills", Listings::skills);

        private final String member;
        private final Function<Listings, Listing> listing;

        Kind(String member, Function<Listings, Listing> listing) {
            this.member = member;
            this.listing = listing;
        }
    }

    public Answer answer(Call call, Kind kind) {
        return answer(
                call, kind.member, kind.member, kind.listing.apply(call.seen().listings()));
    }

    /**
     * Answers with a page of any listing.
     *
     * @param list what its cursors are of
     * @param member of the result
     */
    Answer answer(Call call, String list, String member, Listing listing) {
        var params = call.params();
        if (!params.has("cursor")) {
            return page(call, list, member, listing.first());
        }
        var last = params.text("cursor").flatMap(cursor -> cursors.open(list, cursor));
        return last.map(key -> page(call, list, member, listing.after(key)))
                .orElseGet(() -> call.failed(RpcError.invalidParams("the cursor was not issued by this server")));
    }

    private Answer page(Call call, String list, String member, Listing.Page page) {
        var next = page.last().map(last -> cursors.seal(list, last));
        // A page is cut when the catalog is built; one entry may be larger than a page.
        return results.written(call, Integer.MAX_VALUE, out -> {
            out.ascii("\"").ascii(member).ascii("\":[");
            page.writeTo(out);
            out.ascii("]");
            next.ifPresent(
                    cursor -> out.ascii(",\"nextCursor\":\"").ascii(cursor).ascii("\""));
            out.raw(call.frame().kept());
            call.frame().end(out);
        });
    }
}
