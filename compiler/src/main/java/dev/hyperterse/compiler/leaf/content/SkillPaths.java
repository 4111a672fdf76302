package dev.hyperterse.compiler.leaf.content;

import dev.hyperterse.compiler.problem.FieldPath;
import dev.hyperterse.compiler.problem.Problem;
import dev.hyperterse.compiler.problem.Reason;
import dev.hyperterse.crds.v1alpha1.content.Skill.SkillFile;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;

/** Finds the files of a skill that clients cannot store beside each other, on any file system. */
final class SkillPaths {
    private SkillPaths() {}

    static List<Problem> unfit(List<SkillFile> files) {
        var problems = new ArrayList<Problem>();
        var paths = new HashMap<String, String>();
        for (var index = 0; index < files.size(); index++) {
            var path = files.get(index).path();
            var same = paths.putIfAbsent(onAnySystem(path), path);
            if (same != null) {
                problems.add(problem(
                        index,
                        "skill-path-once",
                        "'%s' and '%s' are one path where case does not count".formatted(same, path),
                        "choose another path"));
            }
        }
        for (var index = 0; index < files.size(); index++) {
            var path = files.get(index).path();
            for (var end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
                var file = paths.get(onAnySystem(path.substring(0, end)));
                if (file != null) {
                    problems.add(problem(
                            index,
                            "skill-path-in-folder",
                            "'%s' lies in '%s', which is a file".formatted(path, file),
                            "choose another path for one of them"));
                }
            }
        }
        return problems;
    }

    private static String onAnySystem(String path) {
        return path.toLowerCase(Locale.ROOT);
    }

    private static Problem problem(int index, String rule, String message, String remedy) {
        var path = FieldPath.item(SkillCompiler.FILES, index) + ".path";
        return Reason.InvalidContent.problem(path, rule, message, remedy);
    }
}
