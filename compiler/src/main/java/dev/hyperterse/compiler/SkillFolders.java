package dev.hyperterse.compiler;

import dev.hyperterse.catalog.ResourceLeaf;
import dev.hyperterse.catalog.ResourceLeaf.Address;
import dev.hyperterse.catalog.ResourceLeaf.Body;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The URIs of a server's resources, and which of them are folders of skills. A skill lists all files of its folder with
 * their digests, so another resource there would be a file that clients refuse.
 */
final class SkillFolders {
    private final TreeMap<String, Candidate> uris = new TreeMap<>();
    private final Map<String, Candidate> folders = new HashMap<>();

    void add(Candidate candidate) {
        uri(candidate).ifPresent(uri -> {
            uris.put(uri, candidate);
            if (isSkill(candidate)) {
                folders.put(folder(uri), candidate);
            }
        });
    }

    /** The resource that has its URI in the same folder of a skill. */
    Optional<Candidate> sharedBy(Candidate candidate) {
        return uri(candidate).flatMap(uri -> {
            var around = around(uri);
            return around.isPresent() || !isSkill(candidate) ? around : inside(folder(uri));
        });
    }

    private Optional<Candidate> around(String uri) {
        for (var folder = folder(uri); !folder.isEmpty() && !folders.isEmpty(); folder = folder(folder)) {
            var skill = folders.get(folder);
            if (skill != null) {
                return Optional.of(skill);
            }
        }
        return Optional.empty();
    }

    private Optional<Candidate> inside(String folder) {
        var begin = folder + "/";
        return Optional.ofNullable(uris.ceilingEntry(begin))
                .filter(entry -> entry.getKey().startsWith(begin))
                .map(Map.Entry::getValue);
    }

    private static String folder(String uri) {
        return uri.substring(0, Math.max(0, uri.lastIndexOf('/')));
    }

    private static Optional<String> uri(Candidate candidate) {
        return candidate
                .result()
                .served()
                .flatMap(leaf ->
                        leaf instanceof ResourceLeaf resource && resource.address() instanceof Address.Fixed(var uri)
                                ? Optional.of(uri)
                                : Optional.empty());
    }

    private static boolean isSkill(Candidate candidate) {
        return candidate
                .result()
                .served()
                .filter(leaf -> leaf instanceof ResourceLeaf resource && resource.body() instanceof Body.Skill)
                .isPresent();
    }
}
