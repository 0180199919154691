import { showAnswer } from "./answer.js";

showAnswer();
