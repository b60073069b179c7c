import { EXIT } from "./error-text.ts";
import type { ErrorText } from "./error-text.ts";

/** The part of the table of failures that is about what the agent keeps: configuration, data folder, token, canaries. */
export const STATE_ERRORS = {
  config_missing: {
    exitCode: EXIT.badInput,
    message: "the configuration file that was named is not there",
    hint: "make one: weir config init --preset personal --path FILE",
  },
  config_invalid: {
    exitCode: EXIT.badInput,
    message: "the configuration has faults",
    hint: "mend the lines above; weir config check tells when none is left",
  },
  config_unreadable: {
    exitCode: EXIT.badInput,
    message: "the configuration can't be read",
    hint: "do what stands above, then try again",
  },
  config_unsafe: {
    exitCode: EXIT.badInput,
    message: "others could change the configuration",
    hint: "do what stands above, then try again",
  },
  config_exists: {
    exitCode: EXIT.badInput,
    message: "is there already and was left as it is",
    hint: "weir config check FILE looks at it; --force replaces it",
  },
  config_unwritable: {
    exitCode: EXIT.badInput,
    message: "can't be written",
    hint: "do what stands above; another place is named by --path FILE",
  },
  data_folder_unsafe: {
    exitCode: EXIT.badInput,
    message: "others could read or change the agent's own data",
    hint: "do what stands above, then try again",
  },
  data_folder_unusable: {
    exitCode: EXIT.badInput,
    message: "can't be used as the folder for the agent's own data",
    hint: "name a folder that you may write to, as data_dir or in WEIR_DATA_DIR",
  },
  agent_running: {
    exitCode: EXIT.badInput,
    message: "an agent runs on this data folder already",
    hint: "weir status tells how it is; a second one needs another data_dir (or WEIR_DATA_DIR where the file sets none)",
  },
  reload_refused: {
    exitCode: EXIT.badInput,
    message: "the agent found faults in what it read, and changed nothing",
    hint: "its output names them; weir config check tells those of this configuration",
  },
  reload_late: {
    exitCode: EXIT.notRunning,
    message: "the agent was told, and has not taken it up within a minute",
    hint: "it may still be reading its rules; its log says what it takes up, weir status how it is",
  },
  own_rules_faulty: {
    exitCode: EXIT.badInput,
    message:
      "this machine's own patterns or lists have faults; those read before stay in force, and all else was taken up",
    hint: "mend the lines above, then weir reload; weir config check tells when none is left",
  },
  store_closed: {
    exitCode: EXIT.badInput,
    message: "the agent's user can't use the store, so its canaries would not be in force",
    hint: "do what stands above, then try again",
  },
  store_newer: {
    exitCode: EXIT.badInput,
    message:
      "the store was written by a newer weir; its canaries are not in force and nothing is kept",
    hint: "use that version again; the file was left as it is",
  },
  token_unsafe: {
    exitCode: EXIT.badInput,
    message: "others could read or change the API's token",
    hint: "make a new one, closed to others, since this one may have been read: weir token rotate",
  },
  token_malformed: {
    exitCode: EXIT.badInput,
    message: "the file of the API's token holds something else",
    hint: "make a new one: weir token rotate",
  },
  token_is_folder: {
    exitCode: EXIT.badInput,
    message: "is a folder, and the file of the API's token is to have its name",
    hint: "move it away, then try again; the agent makes the file",
  },
  token_unreadable: {
    exitCode: EXIT.badInput,
    message: "the API's token can't be read",
    hint: "ask as the user that the agent runs as",
  },
  token_missing: {
    exitCode: EXIT.badInput,
    message: "the agent answers, but this data folder holds no token for it",
    hint: "ask as the user that it runs as, with its configuration; where that is you, make a new one: weir token rotate, or start the agent again",
  },
  token_unwritable: {
    exitCode: EXIT.badInput,
    message: "the API's token can't be written",
    hint: "check that the data folder may be written to and that its disk has room",
  },
  token_refused: {
    exitCode: EXIT.badInput,
    message: "the agent does not accept the token of this data folder",
    hint: "use the agent's own configuration: --config FILE, or WEIR_DATA_DIR",
  },
  label_invalid: {
    exitCode: EXIT.badInput,
    message: "a canary can't be called this",
    hint: "a label has 1 to 128 characters, not white space alone, and no control or format characters",
  },
  canary_disabled: {
    exitCode: EXIT.badInput,
    message: "canaries are off, so a new one would never be met; none was made",
    hint: "set canary_enabled: true, then weir reload",
  },
  canary_limit: {
    exitCode: EXIT.badInput,
    message: "there are 200 canaries, which is all there can be",
    hint: "delete one that is no longer needed: weir canary rm ID",
  },
  canary_unknown: {
    exitCode: EXIT.badInput,
    message: "no canary has this id",
    hint: "weir canary list shows every id",
  },
  companion_unknown: {
    exitCode: EXIT.badInput,
    message: "no companion with this id is paired",
    hint: "weir companion list shows every id",
  },
  pairing_disabled: {
    exitCode: EXIT.badInput,
    message: "companions can't be paired with this agent",
    hint: "set pairing_enabled: true, then weir reload",
  },
  profile_locked: {
    exitCode: EXIT.badInput,
    message: "settings are locked by the preset managed of the configuration file",
    hint: "whoever manages this machine can change the file; weir config show tells where it is",
  },
  store_unavailable: {
    exitCode: EXIT.badInput,
    message: "the change can't be kept, so it was not made",
    hint: "weir status tells the state of the store",
  },
  agent_refused: {
    exitCode: EXIT.badInput,
    message: "the agent refused the request",
    hint: "use the command of the version that runs; weir status tells it",
  },
  plant_unknown_format: {
    exitCode: EXIT.badInput,
    message: "is of no format that is known, and was left as it is",
    hint: "plant in a .env, JSON, YAML or INI file",
  },
  plant_would_break: {
    exitCode: EXIT.badInput,
    message: "might no longer be read as it was, and was left as it is",
    hint: "plant in a file of your own, such as .env.backup",
  },
  plant_no_json_object: {
    exitCode: EXIT.badInput,
    message: "is no JSON object, or has comments or a fault, and was left as it is",
    hint: "mend it where it should be one; else plant in a file of your own, such as .env.backup",
  },
  plant_already_planted: {
    exitCode: EXIT.badInput,
    message: "holds a canary already, and was left as it is",
    hint: "name another file",
  },
  plant_not_in_force: {
    exitCode: EXIT.badInput,
    message: "holds a canary that this agent does not know, and was left as it is",
    hint: "where it was deleted, take its line out, then try again; else name another file",
  },
  plant_not_a_file: {
    exitCode: EXIT.badInput,
    message: "is not a file",
    hint: "name a file, or one that is not there yet",
  },
  plant_not_text: {
    exitCode: EXIT.badInput,
    message: "is not text in UTF-8, and was left as it is",
    hint: "name a .env, JSON, YAML or INI file",
  },
  plant_too_large: {
    exitCode: EXIT.badInput,
    message: "is larger than 1 MiB, and was left as it is",
    hint: "name a smaller file",
  },
  plant_changed_meanwhile: {
    exitCode: EXIT.badInput,
    message: "was changed meanwhile or has a second name, and was left as it is",
    hint: "try again, or name another file",
  },
  plant_dangling_link: {
    exitCode: EXIT.badInput,
    message: "is a link to a file that is not there",
    hint: "make that file, or name another",
  },
  plant_no_folder: {
    exitCode: EXIT.badInput,
    message: "can't be made: there is no folder for it",
    hint: "check the path, or make the folder first",
  },
  plant_unreadable: {
    exitCode: EXIT.badInput,
    message: "can't be read",
    hint: "check that the file may be read",
  },
  plant_unwritable: {
    exitCode: EXIT.badInput,
    message: "can't be written, and was left as it is",
    hint: "check that its folder may be written to",
  },
} as const satisfies Readonly<Record<string, ErrorText>>;
