package dev.hyperterse.runtime.mcp.method;

import dev.hyperterse.runtime.live.definition.LiveResource;
import dev.hyperterse.runtime.live.definition.LiveSkill;
import dev.hyperterse.runtime.mcp.call.Answer;
import dev.hyperterse.runtime.mcp.call.Call;
import dev.hyperterse.runtime.mcp.call.RpcError;

/**
 * {@code skills/get} and {@code resources/directory/read} of MCP's extension for skills. Both show what lists show, and no
 * content: the files are read as resources.
 */
final class Skills {
    private final Results results;
    private final Lists lists;

    Skills(Results results, Lists lists) {
        this.results = results;
        this.lists = lists;
    }

    Answer get(Call call) {
        return Resources.withUri(call, uri -> call.seen()
                .resource(uri)
                .map(found -> found.resource())
                .filter(resource -> resource.leaf().publicName().equals(uri))
                .flatMap(LiveResource::skill)
                .map(skill -> entry(call, skill))
                .orElseGet(() -> unknown(call, "no skill has the URI '%s'".formatted(uri))));
    }

    private Answer entry(Call call, LiveSkill skill) {
        var json = skill.entry().json();
        return results.written(call, json.length, out -> {
            out.ascii("\"skill\":").raw(json).raw(call.frame().kept());
            call.frame().end(out);
        });
    }

    Answer readDirectory(Call call) {
        return Resources.withUri(call, uri -> call.seen()
                .folder(uri)
                .flatMap(LiveResource::skill)
                .map(skill ->
                        lists.answer(call, uri, "resources", skill.folders().get(uri)))
                .orElseGet(() -> unknown(call, "no folder of a skill has the URI '%s'".formatted(uri))));
    }

    /** The extension has this code in all eras, also where reading an unknown resource has another. */
    private static Answer unknown(Call call, String message) {
        return call.failed(RpcError.invalidParams(message));
    }
}
