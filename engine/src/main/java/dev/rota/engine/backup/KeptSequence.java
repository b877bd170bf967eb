package dev.rota.engine.backup;

import dev.rota.remote.Members;
import dev.rota.remote.Tree;

/** A KeptSequence is where a sequence was. */
record KeptSequence(String name, long at, boolean called) {

  String json() {
    return new Members().put("name", name).put("at", at).put("called", called).toString();
  }

  static KeptSequence read(Tree json) {
    return new KeptSequence(
        json.at("name").text(), Long.parseLong(json.at("at").raw()), json.at("called").isTrue());
  }
}
